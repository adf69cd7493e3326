import { byToken, without } from './by-token.ts';
import type { Collections } from './collections.ts';
import type { Lease } from './job.ts';
import { fromNow, leased } from './job-document.ts';
import { retrying } from './retrying.ts';

/**
 * Has leases end `leaseMs` from now, by one command; where not all were good, a second one finds out which.
 *
 * @returns the leases that were lost: of these jobs nothing was changed
 */
export async function extend(
  { db, jobs, writeConcern }: Collections,
  leases: readonly Lease[],
  leaseMs: number,
): Promise<Lease[]> {
  const updates = byToken(leases, leased, [{ $set: { leaseUntil: fromNow(leaseMs) } }]);
  return retrying(async (signal) => {
    const command = { update: jobs.collectionName, updates, ordered: false, writeConcern };
    const { n } = await db.command(command, { signal });
    if (n === leases.length) return [];
    const held = {
      $or: byToken(leases, leased, []).map(({ q }) => q),
    };
    return without(leases, await jobs.find(held, { projection: { token: 1 }, signal }).toArray());
  });
}
