import type { Document, ObjectId } from 'mongodb';
import { byToken, without } from './by-token.ts';
import type { Collections } from './collections.ts';
import type { Lease } from './job.ts';
import { FINISHED } from './job-document.ts';
import { retrying } from './retrying.ts';

/**
 * Finishes jobs, by one command; where not all leases were good, a second one finds out which.
 *
 * It may be repeated: whoever finished a job may say so again, since its token stays with it. So an answer that was
 * lost costs another try, and no more. A lease that has ended is over even if nobody has taken the job yet: else it
 * would depend on when the reaper comes by.
 *
 * @returns the leases that were lost: of these jobs nothing was changed
 */
export async function complete(
  { db, jobs, writeConcern }: Collections,
  leases: readonly Lease[],
): Promise<Lease[]> {
  const updates = byToken(leases, good, [
    { $set: { endTime: { $ifNull: ['$endTime', '$$NOW'] } } },
    { $unset: 'leaseUntil' },
  ]);
  return retrying(async (signal) => {
    const command = { update: jobs.collectionName, updates, ordered: false, writeConcern };
    const { n } = await db.command(command, { signal });
    if (n === leases.length) return [];
    const finished = { _id: { $in: leases.map(({ id }) => id) }, endTime: { $ne: null } };
    const projection = { token: 1 };
    return without(leases, await jobs.find(finished, { projection, signal }).toArray());
  });
}

/** The lease holds, or the job was finished under it. */
function good(token: ObjectId): Document {
  const holds = { $gt: ['$leaseUntil', '$$NOW'] };
  return { token, $expr: { $or: [holds, FINISHED] } };
}
