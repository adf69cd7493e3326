import type { Collection, Db, MongoClient } from 'mongodb';
import type { JobDocument } from './job-document.ts';

export interface QueueName {
  /** "database.collection" of the jobs. "work.queue" by default. */
  readonly name?: string;
  /** The collection of the dead letters, in the same database. "dead", or "<collection>.dead" beside another queue. */
  readonly dead?: string;
  /** What a write waits for. "majority" by default; with 1 a failover may have a job run again, or lose it. */
  readonly writeConcern?: 'majority' | 1;
}

/** A command on all jobs that are due is given up after this long, in milliseconds: what it did stays done. */
export const SWEEP_MS = 30_000;

/** The two collections of a queue, as every verb reads and writes them: on the primary. */
export interface Collections {
  readonly client: MongoClient;
  readonly db: Db;
  readonly jobs: Collection<JobDocument>;
  readonly dead: Collection<JobDocument>;
  readonly writeConcern: { readonly w: 'majority' | 1 };
}

/**
 * The names of a queue's two collections, which are in one database.
 *
 * @throws Error that says what a queue's name looks like
 */
export function namesOf({ name = 'work.queue', dead }: QueueName): {
  readonly database: string;
  readonly jobs: string;
  readonly dead: string;
} {
  const dot = name.indexOf('.');
  if (dot < 1 || dot === name.length - 1) {
    throw new Error(`a queue's name must be "database.collection", such as work.queue; it is "${name}"`);
  }
  const jobs = name.slice(dot + 1);
  return { database: name.slice(0, dot), jobs, dead: dead ?? (jobs === 'queue' ? 'dead' : `${jobs}.dead`) };
}

/** @throws Error that says what a queue's name looks like */
export function collectionsOf(client: MongoClient, queue: QueueName): Collections {
  const { database, jobs, dead } = namesOf(queue);
  const writeConcern = { w: queue.writeConcern ?? 'majority' } as const;
  const db = client.db(database, { writeConcern, readPreference: 'primary' });
  return { client, db, jobs: db.collection(jobs), dead: db.collection(dead), writeConcern };
}
