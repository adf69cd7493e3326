import type { Document } from 'mongodb';
import type { Collections } from './collections.ts';

/** How many jobs a queue holds in each state; finished ones aside. */
export interface QueueStats {
  readonly waiting: number;
  readonly running: number;
  readonly delayed: number;
  /** Dead letters, those on their way included. */
  readonly dead: number;
  /** Claimed by shell users: they have no lease, and nobody takes them back. */
  readonly foreign: number;
  /** How long the oldest waiting job has been there, in milliseconds; undefined when none waits. */
  readonly oldestMs: number | undefined;
  /** Jobs that were finished in the last 60 s, by the clock of the server. */
  readonly finishedPerMinute: number;
}

const MINUTE_MS = 60_000;

/**
 * Counts, in one command, of index entries: 0.2-0.3 ms for each 1000 waiting jobs.
 *
 * Foreign are those that are left of all unfinished. What a shell user finished although nobody had begun it counts
 * as waiting until TTL removes it (and is never claimed): to tell it apart each waiting job would have to be read.
 *
 * What was finished in the last minute is a range of the TTL index: only that is read, not the 24 h that are kept.
 */
export async function stats({ jobs, dead }: Collections): Promise<QueueStats> {
  const coll = jobs.collectionName;
  // A shell user may have written anything there.
  const age = {
    $cond: [{ $eq: [{ $type: '$createdOn' }, 'date'] }, { $subtract: ['$$NOW', '$createdOn'] }, 0],
  };
  const oldest = [
    { $match: { startTime: null } },
    { $sort: { createdOn: 1 } },
    { $limit: 1 },
    { $project: { _id: 0, name: { $literal: 'oldest' }, n: age } },
  ];
  const date = { $type: 'date' };
  const lastMinute = { endTime: date, $expr: { $gt: ['$endTime', { $subtract: ['$$NOW', MINUTE_MS] }] } };
  const union = (pipeline: Document[], from = coll): Document => ({ $unionWith: { coll: from, pipeline } });
  const found = await jobs
    .aggregate<{ name: string; n: number }>([
      ...count('waiting', { startTime: null }),
      union(count('unfinished', { endTime: null })),
      union(count('running', { leaseUntil: date, endTime: null })),
      union(count('delayed', { dueAt: date, endTime: null })),
      union(count('finished', lastMinute)),
      union(count('dying', { deadAt: date, endTime: null })),
      union(count('dead', {}), dead.collectionName),
      union(oldest),
    ])
    .toArray();
  const counts = new Map(found.map(({ name, n }) => [name, n]));
  const of = (name: string): number => counts.get(name) ?? 0;
  const [waiting, running, delayed, dying] = [of('waiting'), of('running'), of('delayed'), of('dying')];
  return {
    waiting,
    running,
    delayed,
    dead: of('dead') + dying,
    foreign: Math.max(0, of('unfinished') - waiting - running - delayed - dying),
    oldestMs: waiting > 0 ? Math.max(0, of('oldest')) : undefined,
    finishedPerMinute: of('finished'),
  };
}

function count(name: string, filter: Document): Document[] {
  return [{ $match: filter }, { $count: 'n' }, { $project: { name: { $literal: name }, n: 1 } }];
}
