import { LeaseLost } from './errors.ts';
import { type Job, type Lease, nameOf } from './job.ts';
import type { Log } from '../log.ts';

/** Looks a lease: two extensions may fail before it is taken for lost. */
const LOOKS = 4;

/** A job whose lease this process holds. */
export interface Held<Payload> {
  readonly job: Job<Payload>;
  /** Aborted when the lease is lost, or the worker can't wait any longer. */
  readonly abort: AbortController;
  /** Until when the lease lasts at least, by `performance.now()`. */
  until: number;
  /** It is being completed, failed or released: an extension that comes too late then says nothing. */
  ending: boolean;
}

export interface HeldJobsOptions {
  readonly leaseMs: number;
  readonly extend: (leases: readonly Lease[], leaseMs: number) => Promise<readonly Lease[]>;
  readonly onLost: (job: Job<unknown>) => void;
  readonly log: Log | undefined;
}

/**
 * The jobs of a worker, with their leases, which are extended while they are here.
 *
 * A lease that can't be extended is taken for lost before it ends: it lasts from the moment when the claim or the
 * extension was sent, at least, and what we measure is durations. So an honest handler has stopped when another worker
 * begins, whatever the clocks show.
 */
export class HeldJobs<Payload> {
  readonly #options: HeldJobsOptions;
  readonly #held = new Map<string, Held<Payload>>();
  readonly #timer: NodeJS.Timeout;
  #extending = false;

  constructor(options: HeldJobsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), options.leaseMs / LOOKS);
  }

  get size(): number {
    return this.#held.size;
  }

  /** @param sentAt when the claim was sent, by `performance.now()` */
  add(job: Job<Payload>, sentAt: number): Held<Payload> {
    const held = { job, abort: new AbortController(), until: sentAt + this.#options.leaseMs, ending: false };
    this.#held.set(keyOf(job), held);
    return held;
  }

  has({ job }: Held<Payload>): boolean {
    return this.#held.has(keyOf(job));
  }

  /** It is not ours to extend any more. */
  remove({ job }: Held<Payload>): void {
    this.#held.delete(keyOf(job));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { leaseMs, extend, log } = this.#options;
    const now = performance.now();
    for (const held of this.#held.values()) if (held.until <= now + leaseMs / LOOKS) this.#lose(held);
    if (this.#extending || this.#held.size === 0) return;
    this.#extending = true;
    const all = [...this.#held.values()];
    try {
      const lost = new Set(
        (
          await extend(
            all.map(({ job }) => job),
            leaseMs,
          )
        ).map(keyOf),
      );
      for (const held of all) {
        if (!lost.has(keyOf(held.job))) held.until = now + leaseMs;
        else if (this.has(held) && !held.ending) this.#lose(held);
      }
    } catch (error) {
      log?.warn(
        { why: (error as Error).message, jobs: all.length },
        'could not extend leases: will try again',
      );
    }
    this.#extending = false;
  }

  #lose(held: Held<Payload>): void {
    this.remove(held);
    held.abort.abort(new LeaseLost(held.job.id));
    this.#options.onLost(held.job);
  }
}

function keyOf({ id, token }: Lease): string {
  return `${token.toHexString()} ${nameOf(id)}`;
}
