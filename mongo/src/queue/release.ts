import { byToken, without } from './by-token.ts';
import type { Collections } from './collections.ts';
import type { Lease } from './job.ts';
import { ATTEMPTS, leased } from './job-document.ts';
import { retrying } from './retrying.ts';

/**
 * Gives jobs back as if they had not been claimed: they wait in their old place, and the attempt does not count. One
 * command; where not all leases were good, a second one finds out which.
 *
 * @returns the leases that were lost: of these jobs nothing was changed. A job whose release was tried twice, since
 *   an answer was lost, may be among them
 */
export async function release(
  { db, jobs, writeConcern }: Collections,
  leases: readonly Lease[],
): Promise<Lease[]> {
  const updates = byToken(leases, leased, [
    { $set: { startTime: null, attempts: { $subtract: [ATTEMPTS, 1] } } },
    { $unset: 'leaseUntil' },
  ]);
  return retrying(async (signal) => {
    const command = { update: jobs.collectionName, updates, ordered: false, writeConcern };
    const { n } = await db.command(command, { signal });
    if (n === leases.length) return [];
    // The token stays with a released job until the next claim.
    const released = { _id: { $in: leases.map(({ id }) => id) }, startTime: null, endTime: null };
    return without(leases, await jobs.find(released, { projection: { token: 1 }, signal }).toArray());
  });
}
