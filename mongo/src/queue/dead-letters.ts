import type { Collections } from './collections.ts';
import type { JobId } from './job-document.ts';

/** A job that used up its attempts, or was hopeless. */
export interface DeadLetter {
  readonly id: JobId;
  /** As it was enqueued: it is not checked, since that may be what it died of. */
  readonly payload: unknown;
  readonly key: string | undefined;
  readonly createdOn: Date;
  readonly deadAt: Date;
  readonly attempts: number;
  readonly lastError: string;
}

/** The dead letters, the newest first. */
export async function deadLetters({ dead }: Collections, limit: number): Promise<DeadLetter[]> {
  const found = await dead.find({}, { sort: { deadAt: -1 }, limit }).toArray();
  return found.map(({ _id, payload, key, createdOn, deadAt, attempts = 0, lastError = '' }) => ({
    id: _id,
    payload,
    key,
    createdOn,
    deadAt: deadAt!,
    attempts,
    lastError,
  }));
}
