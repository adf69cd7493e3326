import { type Collections, SWEEP_MS } from './collections.ts';
import { FINISHED } from './job-document.ts';

/**
 * Has the delayed jobs wait that are due, in their old place. One command; any process may run it, many at once do no
 * harm.
 *
 * @returns how many
 */
export async function promote({ db, jobs, writeConcern }: Collections): Promise<number> {
  // A shell user may have finished a job that was delayed: it only loses what the delay left behind.
  const startTime = { $cond: [FINISHED, '$startTime', null] };
  const due = { dueAt: { $type: 'date' }, $expr: { $lte: ['$dueAt', '$$NOW'] } };
  const update = [{ $set: { startTime } }, { $unset: 'dueAt' }];
  const updates = [{ q: due, u: update, multi: true, hint: { dueAt: 1 } }];
  const command = { update: jobs.collectionName, updates, writeConcern };
  const { nModified } = await db.command(command, { signal: AbortSignal.timeout(SWEEP_MS) });
  return nModified as number;
}
