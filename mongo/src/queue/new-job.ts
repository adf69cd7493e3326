import type { AnyBulkWriteOperation, Document, ObjectId } from 'mongodb';
import { fromNow, type JobDocument, NEVER } from './job-document.ts';

/** What happens when there is a job with the key already. `replace`: while it waits or is delayed; else as `ignore`. */
export type OnClash = 'ignore' | 'replace' | 'error';

/** A job to enqueue. */
export interface NewJob<Payload> {
  /** Its `_id`, where whoever enqueues must know it before. */
  readonly id?: ObjectId;
  readonly payload: Payload;
  /** The higher goes first where workers claim by priority. 0 by default. */
  readonly priority?: number;
  /** Milliseconds before it may be claimed, by the server's clock. */
  readonly delayMs?: number;
  /** When it may be claimed, instead of `delayMs`. A time that is past means at once. */
  readonly at?: Date;
  /** Unique in the queue while the job is there: until TTL removes it (24 h after it was finished), or it is dead. */
  readonly key?: string;
  /** How often it may be claimed before it becomes a dead letter; the queue's default otherwise. */
  readonly maxAttempts?: number;
}

/**
 * The write of one job: an upsert, since an insert can't have the server's time. Jobs/s by one caller, w:1 and
 * majority, three mongods and the caller on two cores:
 *
 * | batch | this          | with keys    | insertMany, our clock |
 * |-------|---------------|--------------|-----------------------|
 * | 1     | 430-1000, 400 |              | 380-780, 430          |
 * | 100   | 11 000, 7 500 | 5 500, 4 500 | 23 000, 10 000        |
 * | 1000  | 14 000, 12 000 | 7 500, 7 500 | 32 000, 23 000       |
 *
 * `$documents` → `$merge` has the server's time and 1.3 times the rate of this, but takes no part in a transaction,
 * can't be retried, and knows no key.
 */
export function enqueueWrite(
  job: NewJob<unknown>,
  id: ObjectId,
  onClash: OnClash,
  call: ObjectId,
): AnyBulkWriteOperation<JobDocument> {
  const { key, priority = 0, payload, maxAttempts } = job;
  const fresh: Document = {
    _id: id,
    ...times(job),
    endTime: null,
    createdOn: '$$NOW',
    priority,
    // Payloads may hold texts that begin with "$".
    payload: { $literal: payload },
    ...(key !== undefined && { key: { $literal: key } }),
    ...(maxAttempts !== undefined && { maxAttempts }),
  };
  if (key === undefined || onClash === 'error') return upsert({ _id: id }, fresh);
  const there = onClash === 'replace' ? replaced(job, call) : '$$ROOT';
  const isNew = { $eq: [{ $type: '$_id' }, 'missing'] };
  return upsert({ key }, { $cond: [isNew, fresh, there] });
}

/** What a job that is there becomes: its place in the order, its `_id` and its key stay, all else is new. */
function replaced(job: NewJob<unknown>, call: ObjectId): Document {
  const { priority = 0, payload, maxAttempts } = job;
  const idle = {
    $and: [
      { $eq: ['$endTime', null] },
      { $or: [{ $eq: ['$startTime', null] }, { $eq: [{ $type: '$dueAt' }, 'date'] }] },
    ],
  };
  const anew = {
    ...times(job),
    priority,
    payload: { $literal: payload },
    attempts: 0,
    replacement: call,
    ...(maxAttempts !== undefined && { maxAttempts }),
  };
  const kept = without('maxAttempts', without('lastError', without('dueAt', '$$ROOT')));
  return { $cond: [idle, { $mergeObjects: [kept, anew] }, '$$ROOT'] };
}

/** When it may be claimed. Only the server knows whether `at` is past. */
function times({ delayMs = 0, at }: NewJob<unknown>): Document {
  if (at) {
    const later = { $gt: [at, '$$NOW'] };
    return { startTime: { $cond: [later, NEVER, null] }, dueAt: { $cond: [later, at, '$$REMOVE'] } };
  }
  return delayMs > 0 ? { startTime: NEVER, dueAt: fromNow(delayMs) } : { startTime: null };
}

function upsert(filter: Document, document: Document): AnyBulkWriteOperation<JobDocument> {
  return { updateOne: { filter, update: [{ $replaceWith: document }], upsert: true } };
}

function without(field: string, input: Document | string): Document {
  return { $unsetField: { field, input } };
}
