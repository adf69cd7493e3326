import type { ChangeStream, Document } from 'mongodb';
import { Backoff } from '../backoff.ts';
import type { Collections } from './collections.ts';
import type { Log } from '../log.ts';
import { CHANGE_AWAIT_MS, nextChange } from '../next-change.ts';

/** How long the stream is followed after nobody waits any more, in milliseconds. */
const LINGER_MS = 1_000;

/** How often one of those who wait has a look all the same, in milliseconds. */
const LOOK_MS = 5_000;

/** Changes after which a job waits, or is delayed. A shell user's document may lack `startTime`, which is null too. */
const CHANGES: Document[] = [
  {
    $match: {
      $or: [
        { operationType: { $in: ['insert', 'replace'] }, 'fullDocument.startTime': null },
        { 'fullDocument.dueAt': { $type: 'date' } },
        { 'updateDescription.updatedFields.startTime': { $type: 'null' } },
        { 'updateDescription.updatedFields.dueAt': { $type: 'date' } },
      ],
    },
  },
  { $project: { delayed: { $ifNull: ['$fullDocument.dueAt', '$updateDescription.updatedFields.dueAt'] } } },
];

interface JobChange extends Document {
  /** When the job is due; missing for one that waits. */
  readonly delayed?: Date;
}

export interface WakeUpOptions {
  /** A job was delayed; also when the stream begins, since one may have been before. */
  readonly onDelayed: () => void;
  readonly log: Log | undefined;
}

/**
 * Wakes those who wait for a job: one for each job that comes to wait, whoever wrote it, a shell user or a transaction
 * too. One change stream for all of a process, and only while somebody waits.
 *
 * Measured on a quiet set of three, in % of a core of all three together and ms from insert to wake-up, p50/max of 40:
 * this 0.1 % above nothing, 8/52; a capped doorbell that each enqueue rings, tailed on the primary, 0.1 %, 13/29,
 * with a 20 ms wait 1.6 %, 8/33; a look each 40 ms 1.5 %, 23/64. The doorbell costs each enqueue a second write, can't
 * be rung by a transaction (capped collections take no part in one), and not by shell users.
 */
export class WakeUp {
  readonly #queue: Collections;
  readonly #options: WakeUpOptions;
  readonly #waiting: (() => void)[] = [];
  #happened = 0;
  #used = 0;
  #opened: Promise<void> | undefined;
  #closed = false;

  constructor(queue: Collections, options: WakeUpOptions) {
    this.#queue = queue;
    this.#options = options;
  }

  /**
   * From now on nothing is missed: what happens between this and {@link wait} has that return at once. So look for a
   * job in between.
   */
  async arm(): Promise<number> {
    this.#used = performance.now();
    if (!this.#opened && !this.#closed) {
      this.#opened = new Promise((opened) => void this.#follow(opened));
    }
    await this.#opened;
    return this.#happened;
  }

  /** Resolves when a job may be there, or the signal aborts. @param ticket what {@link arm} gave */
  async wait(ticket: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || ticket !== this.#happened) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const at = this.#waiting.indexOf(wake);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve();
      };
      this.#waiting.push(wake);
      signal.addEventListener('abort', leave, { once: true });
    });
    this.#used = performance.now();
  }

  /** Wakes some of those who wait, the longest waiting first. */
  wake(count: number): void {
    this.#happened++;
    for (const wake of this.#waiting.splice(0, count)) wake();
  }

  close(): void {
    this.#closed = true;
    this.wake(Infinity);
  }

  get #needed(): boolean {
    const waited = this.#waiting.length > 0 || performance.now() - this.#used < LINGER_MS;
    return waited && !this.#closed;
  }

  async #follow(opened: () => void): Promise<void> {
    const backoff = new Backoff();
    const looks = setInterval(() => this.wake(1), LOOK_MS);
    for (let again = false; this.#needed; again = true) {
      const stream = this.#queue.jobs.watch<JobChange, JobChange>(CHANGES, {
        maxAwaitTimeMS: CHANGE_AWAIT_MS,
        batchSize: 1_000,
      });
      stream.once('resumeTokenChanged', () => {
        opened();
        this.#options.onDelayed();
        // Nobody knows what happened while it was not heard.
        if (again) this.wake(Infinity);
      });
      try {
        await this.#read(stream, backoff);
      } catch (error) {
        const why = (error as Error).message;
        if (!this.#closed) this.#options.log?.warn({ why }, 'the queue is not heard: will try again');
        // Who comes now need not wait for it: all look when it is heard again.
        opened();
        await backoff.pause(new AbortController().signal);
      }
      // Not awaited: it waits for an answer that may take as long as CHANGE_AWAIT_MS, or for ever.
      void stream.close().catch(() => {});
    }
    clearInterval(looks);
    this.#opened = undefined;
    // Who is between arm and wait must arm again.
    this.#happened++;
  }

  async #read(stream: ChangeStream<JobChange, JobChange>, backoff: Backoff): Promise<void> {
    while (this.#needed) {
      const change = await nextChange(stream);
      backoff.reset();
      if (change?.delayed) this.#options.onDelayed();
      else if (change) this.wake(1);
    }
  }
}
