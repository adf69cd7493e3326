import { nameOf } from './job.ts';
import type { JobId } from './job-document.ts';

/** The lease is over: it ended, or the job was finished, failed, released or cancelled. Nothing was changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly jobId: JobId;

  constructor(jobId: JobId) {
    super(`the lease of job ${nameOf(jobId)} is over: another worker may have it, or it is done`);
    this.jobId = jobId;
  }
}

/** A job with this key is there already (`onClash: 'error'`). Nothing was enqueued. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(`there is a job with the key "${key}" already`, options);
    this.key = key;
  }
}

/** A handler throws it where another attempt would be no use: the job becomes a dead letter at once. */
export class Hopeless extends Error {
  override readonly name = 'Hopeless';
}

/** What is called a queue's collection can't hold a queue. The message says why. */
export class QueueMismatch extends Error {
  override readonly name = 'QueueMismatch';
}
