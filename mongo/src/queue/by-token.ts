import type { Document, Filter, ObjectId } from 'mongodb';
import type { Collections } from './collections.ts';
import { type Lease, nameOf } from './job.ts';
import type { JobDocument, JobId } from './job-document.ts';
import { retrying } from './retrying.ts';

/** What is done to jobs by whoever holds their leases. */
export interface ByToken {
  /** The jobs that it may be done to, of one token. */
  readonly where: (token: ObjectId) => Document;
  readonly update: Document[];
  /** The jobs that it was done to, whoever asks: their tokens stay with them. */
  readonly done: (leases: readonly Lease[]) => Filter<JobDocument>;
}

/**
 * Does something to the jobs of these leases, by one command; where not all leases were good, a second one finds out
 * which. It must be such that it may be repeated: an answer that was lost costs another try, and no more.
 *
 * @returns the leases that were lost: of these jobs nothing was changed
 */
export async function byToken(
  { db, jobs, writeConcern }: Collections,
  leases: readonly Lease[],
  { where, update, done }: ByToken,
): Promise<Lease[]> {
  const updates = queries(leases, where).map((q) => ({ q, u: update, multi: true }));
  const command = { update: jobs.collectionName, updates, ordered: false, writeConcern };
  return retrying(async (signal) => {
    const { n } = await db.command(command, { signal });
    if (n === leases.length) return [];
    const found = await jobs.find(done(leases), { projection: { token: 1 }, signal }).toArray();
    return without(leases, found);
  });
}

/** The jobs' ids. */
export function idsOf(leases: readonly Lease[]): JobId[] {
  return leases.map(({ id }) => id);
}

/**
 * A query for each token, since jobs that were claimed together share one. A job's id and token must belong together:
 * a worker may hold a second lease of a job whose first it lost.
 */
export function queries(leases: readonly Lease[], where: ByToken['where']): Document[] {
  const groups = new Map<string, { token: ObjectId; ids: JobId[] }>();
  for (const { id, token } of leases) {
    const group = groups.get(token.toHexString());
    if (group) group.ids.push(id);
    else groups.set(token.toHexString(), { token, ids: [id] });
  }
  return [...groups.values()].map(({ token, ids }) => Object.assign(where(token), { _id: { $in: ids } }));
}

/** Those of the leases that are not among the jobs that were found. */
function without(leases: readonly Lease[], found: readonly Document[]): Lease[] {
  const held = new Set(found.map(({ _id, token }) => `${token} ${nameOf(_id)}`));
  return leases.filter(({ id, token }) => !held.has(`${token} ${nameOf(id)}`));
}
