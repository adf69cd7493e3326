import type { Document, ObjectId } from 'mongodb';
import type { Collections } from './collections.ts';
import { ATTEMPTS, fromNow, type JobDocument, WAITING } from './job-document.ts';
import { INDEXES, type Order, SORTS } from './order.ts';
import { retrying } from './retrying.ts';

/** What one claimer wants. */
export interface Claim {
  readonly limit: number;
  readonly token: ObjectId;
  readonly worker: string;
  readonly leaseMs: number;
}

/** What a claim does to a job, as an update's pipeline. */
export function lease({ token, worker, leaseMs }: Claim): Document[] {
  return [
    {
      $set: {
        startTime: '$$NOW',
        leaseUntil: fromNow(leaseMs),
        token,
        worker: { $literal: worker },
        attempts: { $add: [ATTEMPTS, 1] },
      },
    },
  ];
}

/**
 * Claims one job: the article's `findAndModify`.
 *
 * Without `strict` there is an index instead of the sort. With a sort mongod begins anew whenever another took the
 * job that it found; without, it goes on to the next one in the index. 25 claimers, each with a queue of its own, get
 * 1.1 to 1.2 times as many jobs so (830 against 890 jobs/s, w:1; 520 against 580, majority; four rounds): the
 * conflicts at the head of the index remain. What helps is to claim many (claim-many.ts), or to share the command:
 * 25 claimers of one process, 1 500 and 1 000.
 *
 * The answer may get lost. So each new try looks first whether the last one did it: it finds the job by its token. One
 * that does it later still, after that look, leaves a lease that nobody knows of, which the reaper ends.
 */
export async function claimOne(
  { db, jobs, writeConcern }: Collections,
  order: Order,
  strict: boolean,
  claim: Claim,
): Promise<JobDocument | undefined> {
  const command = {
    findAndModify: jobs.collectionName,
    query: WAITING,
    update: lease(claim),
    new: true,
    ...(strict ? { sort: SORTS[order] } : { hint: INDEXES[order] }),
    writeConcern,
  };
  return retrying(async (signal, again) => {
    if (again) {
      const ours = { leaseUntil: { $type: 'date' as const }, token: claim.token };
      const found = await jobs.findOne(ours, { signal });
      if (found) return found;
    }
    const { value } = await db.command(command, { signal });
    return (value as JobDocument | null) ?? undefined;
  });
}
