import { type Collections, SWEEP_MS } from './collections.ts';
import { ATTEMPTS, attemptsLimit, FINISHED, NEVER } from './job-document.ts';

/**
 * Ends the leases that are over: their jobs wait again, or are dead when that was the last attempt, as a job that
 * kills its worker is in the end. There is no backoff: the lease was a wait already. One command; any process may run
 * it, many at once do no harm.
 *
 * That is not the claim's work: an `$or` of "waiting" and "lease over" in its filter defeats the index
 * (agenda's issue 1250).
 *
 * @returns how many
 */
export async function reap({ db, jobs, writeConcern }: Collections, maxAttempts: number): Promise<number> {
  // A shell user may have finished a job that we run: it only loses what the lease left behind.
  const spent = { $gte: [ATTEMPTS, attemptsLimit(maxAttempts)] };
  const cases = (ofFinished: unknown, ofSpent: unknown, otherwise: unknown): object => ({
    $cond: [FINISHED, ofFinished, { $cond: [spent, ofSpent, otherwise] }],
  });
  const ended = {
    $concat: [
      'the lease of ',
      { $cond: [{ $eq: [{ $type: '$worker' }, 'string'] }, '$worker', 'a worker'] },
      ' ended before it answered',
    ],
  };
  const update = [
    {
      $set: {
        startTime: cases('$startTime', NEVER, null),
        deadAt: cases('$$REMOVE', '$$NOW', '$$REMOVE'),
        lastError: cases('$lastError', ended, ended),
        token: cases('$token', '$$REMOVE', '$$REMOVE'),
      },
    },
    { $unset: 'leaseUntil' },
  ];
  const over = { leaseUntil: { $type: 'date' }, $expr: { $lte: ['$leaseUntil', '$$NOW'] } };
  const updates = [{ q: over, u: update, multi: true, hint: { leaseUntil: 1 } }];
  const command = { update: jobs.collectionName, updates, writeConcern };
  const { nModified } = await db.command(command, { signal: AbortSignal.timeout(SWEEP_MS) });
  return nModified as number;
}
