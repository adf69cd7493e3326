import { byToken, type ByToken, idsOf } from './by-token.ts';
import type { Collections } from './collections.ts';
import type { Lease } from './job.ts';
import { ATTEMPTS, leased } from './job-document.ts';

const RELEASE: ByToken = {
  where: leased,
  update: [{ $set: { startTime: null, attempts: { $subtract: [ATTEMPTS, 1] } } }, { $unset: 'leaseUntil' }],
  // The token stays with a released job until the next claim.
  done: (leases) => ({ _id: { $in: idsOf(leases) }, startTime: null, endTime: null }),
};

/**
 * Gives jobs back as if they had not been claimed: they wait in their old place, and the attempt does not count.
 *
 * @returns the leases that were lost: of these jobs nothing was changed. A job whose release was tried twice, since
 *   an answer was lost, may be among them
 */
export async function release(queue: Collections, leases: readonly Lease[]): Promise<Lease[]> {
  return byToken(queue, leases, RELEASE);
}
