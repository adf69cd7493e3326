import type { Document, ObjectId } from 'mongodb';
import { type Lease, nameOf } from './job.ts';
import type { JobId } from './job-document.ts';

/**
 * Statements of one `update` command for many leases: one for each token, since jobs that were claimed together share
 * one. A job's id and token must belong together: a worker may hold a second lease of a job whose first it lost.
 */
export function byToken(
  leases: readonly Lease[],
  filter: (token: ObjectId) => Document,
  update: Document[],
): Document[] {
  const groups = new Map<string, { token: ObjectId; ids: JobId[] }>();
  for (const { id, token } of leases) {
    const group = groups.get(token.toHexString());
    if (group) group.ids.push(id);
    else groups.set(token.toHexString(), { token, ids: [id] });
  }
  return [...groups.values()].map(({ token, ids }) => ({
    q: { _id: { $in: ids }, ...filter(token) },
    u: update,
    multi: true,
  }));
}

/** Those of the leases that are not among the jobs that were found. */
export function without(leases: readonly Lease[], found: readonly Document[]): Lease[] {
  const held = new Set(found.map(({ _id, token }) => `${token} ${nameOf(_id)}`));
  return leases.filter(({ id, token }) => !held.has(`${token} ${nameOf(id)}`));
}
