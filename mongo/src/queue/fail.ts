import type { Document } from 'mongodb';
import type { Collections } from './collections.ts';
import { LeaseLost } from './errors.ts';
import type { Lease } from './job.ts';
import {
  ATTEMPTS,
  attemptsLimit,
  errorText,
  fromNow,
  type JobDocument,
  leased,
  NEVER,
} from './job-document.ts';
import { retrying } from './retrying.ts';

/** How long a job waits after a failure: at random between 0 and `baseMs` doubled with each attempt, to `limitMs`. */
export interface RetryPolicy {
  /** How often a job is claimed, where it does not say itself. */
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly limitMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface FailOptions {
  /** False: no further attempt; the job becomes a dead letter now. */
  readonly retry?: boolean;
  /** Milliseconds until the next attempt, instead of the backoff. */
  readonly delayMs?: number;
}

/** What became of a job that failed. */
export type Failed =
  | { readonly state: 'delayed'; readonly dueAt: Date }
  /** It is among the dead letters, or will be shortly (bury.ts): it is never claimed again. */
  | { readonly state: 'dead' };

/**
 * Says that an attempt failed: the job is delayed, or dead when that was the last one. One command.
 *
 * Full jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/): jobs that failed together
 * do not come back together.
 *
 * @throws LeaseLost; nothing was changed then
 */
export async function fail(
  { db, jobs, dead, writeConcern }: Collections,
  { id, token }: Lease,
  error: unknown,
  policy: RetryPolicy,
  { retry = true, delayMs }: FailOptions = {},
): Promise<Failed> {
  const again = retry ? { $lt: [ATTEMPTS, attemptsLimit(policy.maxAttempts)] } : false;
  const command = {
    findAndModify: jobs.collectionName,
    query: { _id: id, ...leased(token) },
    update: [
      {
        $set: {
          startTime: NEVER,
          dueAt: { $cond: [again, fromNow(delayMs ?? backoff(policy)), '$$REMOVE'] },
          deadAt: { $cond: [again, '$$REMOVE', '$$NOW'] },
          lastError: { $literal: errorText(error) },
        },
      },
      { $unset: 'leaseUntil' },
    ],
    new: true,
    fields: { dueAt: 1 },
    writeConcern,
  };
  const failed = await retrying(async (signal, repeated) => {
    const { value } = await db.command(command, { signal });
    if (value || !repeated) return value as Pick<JobDocument, 'dueAt'> | null;
    // An earlier try may have done it. The token stays with the job until the next claim.
    const done = { _id: id, token, startTime: NEVER, leaseUntil: { $exists: false } };
    return (await jobs.findOne(done, { signal })) ?? (await dead.findOne({ _id: id, token }, { signal }));
  });
  if (!failed) throw new LeaseLost(id);
  return failed.dueAt ? { state: 'delayed', dueAt: failed.dueAt } : { state: 'dead' };
}

function backoff({ baseMs, limitMs, random }: RetryPolicy): Document {
  const doubled = { $multiply: [baseMs, { $pow: [2, { $subtract: [ATTEMPTS, 1] }] }] };
  return { $multiply: [random(), { $min: [limitMs, doubled] }] };
}
