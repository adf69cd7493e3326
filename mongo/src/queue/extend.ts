import { byToken, queries } from './by-token.ts';
import type { Collections } from './collections.ts';
import type { Lease } from './job.ts';
import { fromNow, leased } from './job-document.ts';

/**
 * Has leases end `leaseMs` from now.
 *
 * @returns the leases that were lost: of these jobs nothing was changed
 */
export async function extend(
  queue: Collections,
  leases: readonly Lease[],
  leaseMs: number,
): Promise<Lease[]> {
  return byToken(queue, leases, {
    where: leased,
    update: [{ $set: { leaseUntil: fromNow(leaseMs) } }],
    done: () => ({ $or: queries(leases, leased) }),
  });
}
