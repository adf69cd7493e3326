import { ensureQueue, Queue } from '@ticker/mongo';
import type { MongoClient } from 'mongodb';
import { ARTICLE_INDEXES, DATABASE, numberedJob, type NumberedJob } from './job-store.ts';
import type { WriteConcern } from './way.ts';

/** Enqueues so many jobs by one call, when it is acknowledged. */
export type Enqueue = (count: number) => Promise<unknown>;

/** Makes an empty queue, and gives the way to enqueue. */
type Open = (client: MongoClient, w: WriteConcern) => Promise<Enqueue>;

const COLLECTION = 'enqueued';

/** The article's insert: the jobs have our clock's time. */
async function article(client: MongoClient, w: WriteConcern): Promise<Enqueue> {
  const jobs = client.db(DATABASE).collection<NumberedJob>(COLLECTION, { writeConcern: { w } });
  await jobs.drop();
  await jobs.createIndexes(ARTICLE_INDEXES);
  return (count) => {
    const made = Array.from({ length: count }, (_, index) => numberedJob(index, Date.now()));
    return count === 1 ? jobs.insertOne(made[0]!) : jobs.insertMany(made);
  };
}

async function ours(client: MongoClient, w: WriteConcern): Promise<Enqueue> {
  await client.db(DATABASE).dropCollection(COLLECTION);
  const name = `${DATABASE}.${COLLECTION}`;
  await ensureQueue(client, { name });
  const queue = new Queue(client, { name, writeConcern: w });
  return (count) =>
    queue.enqueueMany(
      Array.from({ length: count }, (_, index) => {
        const { payload, priority } = numberedJob(index, 0);
        return { payload, priority };
      }),
    );
}

export const ENQUEUE_WAYS = { article, ours } satisfies Record<string, Open>;

export type EnqueueWayName = keyof typeof ENQUEUE_WAYS;
