import type { JobId } from '../queue/job-document.ts';
import type { Queue } from '../queue/queue.ts';
import { showId } from './queue-options.ts';

/**
 * `npm run queue -- redrive`.
 *
 * @param ids undefined: all
 * @returns whether each of them waits now
 */
export async function redriveDead(queue: Queue, ids: readonly JobId[] | undefined): Promise<boolean> {
  const { redriven, refused } = await queue.redrive(ids);
  console.log(`${redriven} of ${ids ? ids.length : redriven + refused.length} dead letters wait again`);
  for (const id of refused) console.error(`${showId(id)} stays: another job has its key now`);
  const unknown = ids ? ids.length - redriven - refused.length : 0;
  if (unknown > 0) console.error(`${unknown} of the ids are no dead letter's`);
  return refused.length === 0 && unknown === 0;
}
