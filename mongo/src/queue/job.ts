import { BSON, ObjectId } from 'mongodb';
import type { JobDocument, JobId } from './job-document.ts';

/** The right to run a job: ours until it ends, or another worker holds one of the same job with another token. */
export interface Lease {
  readonly id: JobId;
  readonly token: ObjectId;
}

/** A job that was claimed. */
export interface Job<Payload> extends Lease {
  readonly payload: Payload;
  readonly priority: number;
  /** By the server's clock; by the shell user's where one inserted it. */
  readonly createdOn: Date;
  readonly key: string | undefined;
  /** 1 the first time that it is claimed. */
  readonly attempt: number;
  /** Why it failed last. */
  readonly lastError: string | undefined;
  /** When the lease ends unless it is extended, by the server's clock: to show, not to compare with ours. */
  readonly leaseUntil: Date;
}

/** What a claim brought, for who asked. */
export function toJob<Payload>(document: JobDocument, parse: (payload: unknown) => Payload): Job<Payload> {
  const { _id, token, payload, priority, createdOn, key, attempts = 1, lastError, leaseUntil } = document;
  if (!token || !leaseUntil) throw new Error(`the job ${nameOf(_id)} was not claimed`);
  return {
    id: _id,
    token,
    payload: parse(payload),
    priority,
    createdOn,
    key,
    attempt: attempts,
    lastError,
    leaseUntil,
  };
}

/** A job's `_id` as a text: the same for the same id. */
export function nameOf(id: unknown): string {
  return id instanceof ObjectId ? id.toHexString() : BSON.EJSON.stringify(id, { relaxed: false });
}
