import type { Document, ObjectId } from 'mongodb';

/**
 * The `startTime` of a job that must not be claimed yet, or never again: the article's shell users take every job
 * whose `startTime` is null, and no other.
 */
export const NEVER = new Date('9999-12-31T23:59:59.999Z');

/** A job's `_id`: an ObjectId, or what a shell user gave it; that may be of any other type too. */
export type JobId = ObjectId | string | number | boolean;

/**
 * A job as it lies in the collection. The first five fields are the article's, and all that a shell user writes:
 *
 * | state    | startTime | endTime | besides |
 * |----------|-----------|---------|---------|
 * | waiting  | null      | null    | `attempts`, `lastError` after a failure |
 * | delayed  | NEVER     | null    | `dueAt` |
 * | running  | date      | null    | `token`, `leaseUntil`, `worker`, `attempts` |
 * | foreign  | date      | null    | no `leaseUntil`: a shell user claimed it; it is nobody's to take back |
 * | finished | any       | date    | TTL removes it |
 * | dying    | NEVER     | null    | `deadAt`: on its way to the dead letters (bury.ts) |
 */
export interface JobDocument {
  readonly _id: JobId;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  readonly createdOn: Date;
  readonly priority: number;
  readonly payload: unknown;
  /** Unique among the jobs of the collection, finished ones included. */
  readonly key?: string;
  readonly maxAttempts?: number;
  /** How often it was claimed; what was released does not count. */
  readonly attempts?: number;
  /** Of the last lease. It is good for nothing once `leaseUntil` is gone or over. */
  readonly token?: ObjectId;
  readonly leaseUntil?: Date;
  /** Who claimed it last. */
  readonly worker?: string;
  readonly dueAt?: Date;
  readonly deadAt?: Date;
  readonly lastError?: string;
  /** Which call replaced it last (enqueue.ts). */
  readonly replacement?: ObjectId;
}

/** What waits for a worker. `endTime`: a shell user may finish a job that nobody has begun; it must not run then. */
export const WAITING = { startTime: null, endTime: null } as const;

/** The lease is good, by the server's clock: a worker's may be hours off. */
export function leased(token: ObjectId): Document {
  return { token, endTime: null, $expr: { $gt: ['$leaseUntil', '$$NOW'] } };
}

/** An expression: it is finished, by us or by a shell user. */
export const FINISHED: Document = { $ne: [{ $ifNull: ['$endTime', null] }, null] };

/** An expression: `ms` milliseconds from now. */
export function fromNow(ms: number | Document): Document {
  return { $add: ['$$NOW', ms] };
}

/** An expression: how often it was claimed. A shell user may have written anything there, and must not stop us. */
export const ATTEMPTS: Document = { $cond: [{ $isNumber: '$attempts' }, '$attempts', 0] };

/** An expression: how often it may be claimed. */
export function attemptsLimit(byDefault: number): Document {
  return { $cond: [{ $isNumber: '$maxAttempts' }, '$maxAttempts', byDefault] };
}

/** Longest `lastError`, in characters. */
const ERROR_LENGTH = 1000;

/** A text of a bounded length that says why a job failed. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? named(error) : String(error);
  return text.length > ERROR_LENGTH ? `${text.slice(0, ERROR_LENGTH - 1)}…` : text;
}

/** A name says what kind of fault it was; but `Error` says nothing, and `Hopeless` is meant for the queue. */
function named({ name, message }: Error): string {
  return name === 'Error' || name === 'Hopeless' ? message : `${name}: ${message}`;
}
