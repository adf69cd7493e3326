import type { Document, ObjectId } from 'mongodb';
import { byToken, type ByToken, idsOf } from './by-token.ts';
import type { Collections } from './collections.ts';
import type { Lease } from './job.ts';
import { FINISHED } from './job-document.ts';

/**
 * Whoever finished a job may say so again, since its token stays with it. A lease that has ended is over even if
 * nobody has taken the job yet: else it would depend on when the reaper comes by.
 */
const COMPLETION: ByToken = {
  where: good,
  update: [{ $set: { endTime: { $ifNull: ['$endTime', '$$NOW'] } } }, { $unset: 'leaseUntil' }],
  done: (leases) => ({ _id: { $in: idsOf(leases) }, endTime: { $ne: null } }),
};

/** Finishes jobs. @returns the leases that were lost: of these jobs nothing was changed */
export async function complete(queue: Collections, leases: readonly Lease[]): Promise<Lease[]> {
  return byToken(queue, leases, COMPLETION);
}

/** The lease holds, or the job was finished under it. */
function good(token: ObjectId): Document {
  const holds = { $gt: ['$leaseUntil', '$$NOW'] };
  return { token, $expr: { $or: [holds, FINISHED] } };
}
