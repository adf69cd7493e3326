import type { Collections } from './collections.ts';
import { type JobId, NEVER } from './job-document.ts';
import { retrying } from './retrying.ts';

/**
 * Removes a job that waits or is delayed. One command.
 *
 * @returns whether there was one; false: it runs, is finished or dead, or is unknown. Also, after an answer was lost,
 *   where an earlier try removed it
 */
export async function cancel({ db, jobs, writeConcern }: Collections, id: JobId): Promise<boolean> {
  const states = [{ startTime: null }, { startTime: NEVER, dueAt: { $type: 'date' } }];
  const deletes = [{ q: { _id: id, endTime: null, $or: states }, limit: 1 }];
  return retrying(async (signal, again) => {
    const { n } = await db.command({ delete: jobs.collectionName, deletes, writeConcern }, { signal });
    if (n === 1) return true;
    return again && (await jobs.findOne({ _id: id }, { projection: { _id: 1 }, signal })) === null;
  });
}
