import { pause } from '../backoff.ts';
import { bury } from './bury.ts';
import type { Collections } from './collections.ts';
import type { Log } from '../log.ts';
import { nextChange } from './next-change.ts';
import { promote } from './promote.ts';
import { reap } from './reap.ts';

/** How long it rests at most, in milliseconds: a lease that is over is noticed that late. */
const REST_MS = 1_000;

/** How long it rests at least, in milliseconds. */
const REST_MIN_MS = 10;

/** How often it looks for dead jobs that were not moved, in milliseconds. */
const BURY_MS = 10_000;

/** A look that is not answered for this long, in milliseconds, is given up. */
const LOOK_MS = 5_000;

/** What a sweep did: how many jobs each part moved on. */
export interface Swept {
  readonly promoted: number;
  readonly reaped: number;
  readonly buried: number;
}

/** Has delayed jobs wait that are due, ends leases that are over, moves the dead away. Any process may, at any time. */
export async function sweep(queue: Collections, maxAttempts: number): Promise<Swept> {
  return {
    promoted: await promote(queue),
    reaped: await reap(queue, maxAttempts),
    buried: await bury(queue),
  };
}

export interface SweeperOptions {
  readonly maxAttempts: number;
  /** Jobs wait that did not a moment ago. */
  readonly onWaiting: (count: number) => void;
  readonly log: Log | undefined;
}

/**
 * Sweeps when there is something to sweep: at the moment when the next delayed job is due or the next lease ends. It
 * costs one look a second, two entries of an index.
 */
export class Sweeper {
  readonly #queue: Collections;
  readonly #options: SweeperOptions;
  #stopped = false;
  #nudged = new AbortController();
  #buriedAt = -Infinity;

  constructor(queue: Collections, options: SweeperOptions) {
    this.#queue = queue;
    this.#options = options;
    void this.#run();
  }

  /** A job was delayed: it may be due before what the sweeper waits for. */
  nudge(): void {
    this.#nudged.abort();
  }

  stop(): void {
    this.#stopped = true;
    this.nudge();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#nudged = new AbortController();
      const rest = await this.#sweep().catch(({ message: why }: Error) => {
        if (!this.#stopped) this.#options.log?.warn({ why }, 'could not sweep the queue: will try again');
        return REST_MS;
      });
      // However many nudge, it looks no more often than that.
      await pause(REST_MIN_MS, new AbortController().signal);
      await pause(rest - REST_MIN_MS, this.#nudged.signal);
    }
  }

  /** How long there is nothing more to do, in milliseconds. */
  async #sweep(): Promise<number> {
    const { log, maxAttempts, onWaiting } = this.#options;
    const { dueMs, leaseMs } = await nextChange(this.#queue, AbortSignal.timeout(LOOK_MS));
    const promoted = dueMs <= 0 ? await promote(this.#queue) : 0;
    const reaped = leaseMs <= 0 ? await reap(this.#queue, maxAttempts) : 0;
    if (promoted + reaped > 0) onWaiting(promoted + reaped);
    if (reaped > 0) log?.warn({ jobs: reaped }, 'ended the leases of workers that did not answer in time');
    // A worker that was killed between the two steps of a death leaves the second one to us.
    if (reaped > 0 || performance.now() - this.#buriedAt > BURY_MS) {
      this.#buriedAt = performance.now();
      await bury(this.#queue);
    }
    if (dueMs <= 0 || leaseMs <= 0) return 0;
    // Not all processes at once.
    return Math.min(dueMs, leaseMs, REST_MS * (0.5 + Math.random() / 2));
  }
}
