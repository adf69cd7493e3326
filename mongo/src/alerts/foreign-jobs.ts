import type { MongoClient } from 'mongodb';
import { collectionsOf } from '../queue/collections.ts';
import { WAITING } from '../queue/job-document.ts';
import { INDEXES } from '../queue/order.ts';
import { retrying } from '../queue/retrying.ts';
import { AlertsUnavailable } from './errors.ts';
import type { AlertNames } from './names.ts';

/**
 * Looks whether other jobs than deliveries of alerts wait in the queue: a worker of ours would make dead letters of
 * another program's work. A delivery has a key (fire.ts), and keeps it when it is redriven.
 *
 * @throws AlertsUnavailable, with what to do; MongoError
 */
export async function refuseForeignJobs(client: MongoClient, { queue }: AlertNames): Promise<void> {
  const { jobs } = collectionsOf(client, queue);
  const filter = { ...WAITING, key: { $not: /^alert:/ } };
  const foreign = await retrying((signal) =>
    jobs.findOne(filter, { hint: INDEXES.fifo, projection: { _id: 1 }, signal }),
  );
  if (!foreign) return;
  throw new AlertsUnavailable(
    `in ${queue.name} jobs wait that are no alerts: set QUEUE to another name, of a queue for the alerts alone`,
  );
}
