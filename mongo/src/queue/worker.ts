import { Backoff, pause } from '../backoff.ts';
import type { Attendance } from './attendance.ts';
import type { ClaimOptions } from './claim-options.ts';
import { LeaseLost } from './errors.ts';
import type { Failed } from './fail.ts';
import { type Held, HeldJobs } from './held-jobs.ts';
import type { Job, Lease } from './job.ts';
import type { Log } from '../log.ts';
import type { WakeUp } from './wake-up.ts';

/**
 * Runs a job. Where it resolves, the job is finished; where it throws, the attempt failed, for good if what it throws
 * is `Hopeless`.
 *
 * @param signal aborts when the lease is lost, or the worker stops and can't wait any longer: another worker may run
 *   the job then, and what the handler gives is not looked at
 */
export type Handler<Payload> = (
  job: Job<Payload>,
  context: { readonly signal: AbortSignal },
) => Promise<void> | void;

export interface WorkerOptions extends ClaimOptions {
  /** How many jobs run at once. 1 by default. */
  readonly concurrency?: number;
  /** How many more are claimed ahead. As many as `concurrency` by default. */
  readonly prefetch?: number;
  readonly log?: Log;
}

/** What a worker has done. */
export interface WorkerCounts {
  claimed: number;
  completed: number;
  /** Attempts that failed; `dead`: those of them that were the last. */
  failed: number;
  dead: number;
  /** Leases that were over before their job was. */
  lost: number;
  released: number;
}

/** What a worker needs of a queue. */
interface WorkerQueue<Payload> {
  claimMany(limit: number, options: ClaimOptions): Promise<Job<Payload>[]>;
  extendMany(leases: readonly Lease[], leaseMs: number): Promise<readonly Lease[]>;
  complete(lease: Lease): Promise<void>;
  fail(lease: Lease, error: unknown): Promise<Failed>;
  releaseMany(leases: readonly Lease[]): Promise<readonly Lease[]>;
}

/**
 * Claims jobs and has a handler run them. While it holds a job its lease is extended; finished jobs are completed
 * together with those of the process's other workers.
 */
export class Worker<Payload> {
  readonly counts: WorkerCounts = { claimed: 0, completed: 0, failed: 0, dead: 0, lost: 0, released: 0 };
  readonly #queue: WorkerQueue<Payload>;
  readonly #attendance: Attendance;
  readonly #wakeUp: WakeUp;
  readonly #handler: Handler<Payload>;
  readonly #options: WorkerOptions;
  readonly #concurrency: number;
  readonly #prefetch: number;
  readonly #held: HeldJobs<Payload>;
  readonly #stopping = new AbortController();
  readonly #claiming: Promise<void>;
  /** Claimed, not begun. */
  #ready: Held<Payload>[] = [];
  readonly #running = new Map<Held<Payload>, Promise<void>>();
  /** Handlers that run. */
  #busy = 0;
  /** Has the claiming go on: there is room for a job, or no more to be done. */
  #room: () => void = () => {};
  #stopped: Promise<void> | undefined;

  constructor(
    queue: WorkerQueue<Payload>,
    attendance: Attendance,
    handler: Handler<Payload>,
    options: WorkerOptions,
  ) {
    const { concurrency = 1, prefetch = concurrency, leaseMs = 30_000, log } = options;
    this.#queue = queue;
    this.#attendance = attendance;
    this.#handler = handler;
    this.#options = { ...options, leaseMs };
    this.#concurrency = concurrency;
    this.#prefetch = prefetch;
    this.#held = new HeldJobs({
      leaseMs,
      extend: (leases, ms) => this.#queue.extendMany(leases, ms),
      onLost: (job) => this.#lost(job),
      log,
    });
    this.#wakeUp = attendance.join();
    this.#claiming = this.#claim();
  }

  /**
   * Claims no more, gives back what has not begun, and waits for what runs, `deadlineMs` at most (10 000 by default).
   * What still runs then is told to abort, and given back. A second call waits for the first.
   */
  stop({ deadlineMs = 10_000 }: { readonly deadlineMs?: number } = {}): Promise<void> {
    return (this.#stopped ??= this.#stop(deadlineMs));
  }

  async #claim(): Promise<void> {
    const { signal } = this.#stopping;
    const backoff = new Backoff();
    let ticket: number | undefined;
    while (!signal.aborted) {
      const wanted = this.#concurrency + this.#prefetch - this.#held.size;
      // A claim for one job costs as much as one for many: not before half of the store is used up.
      if (wanted < 1 || this.#ready.length > this.#prefetch / 2) {
        await new Promise<void>((resolve) => (this.#room = resolve));
        continue;
      }
      const sentAt = performance.now();
      try {
        const jobs = await this.#queue.claimMany(wanted, this.#options);
        backoff.reset();
        if (jobs.length > 0) {
          this.#take(jobs, sentAt);
          // It was told to stop meanwhile, and may have given back the others already.
          if (signal.aborted) await this.#release(this.#ready.splice(0));
          // There may be more: another worker of ours shall have a look.
          if (jobs.length >= wanted) this.#wakeUp.wake(1);
          ticket = undefined;
          continue;
        }
      } catch (error) {
        this.#options.log?.warn({ why: (error as Error).message }, 'could not claim: will try again');
        await backoff.pause(signal);
        continue;
      }
      if (ticket !== undefined) await this.#wakeUp.wait(ticket, signal);
      if (!signal.aborted) ticket = await this.#wakeUp.arm();
    }
    // We may have been woken for a job that we don't claim any more.
    this.#wakeUp.wake(1);
  }

  #take(jobs: readonly Job<Payload>[], sentAt: number): void {
    this.counts.claimed += jobs.length;
    for (const job of jobs) this.#ready.push(this.#held.add(job, sentAt));
    this.#begin();
  }

  #begin(): void {
    while (this.#busy < this.#concurrency && !this.#stopping.signal.aborted) {
      const held = this.#ready.shift();
      if (!held) break;
      this.#busy++;
      this.#running.set(held, this.#run(held));
    }
    this.#room();
  }

  async #run(held: Held<Payload>): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    try {
      await this.#handler(held.job, { signal: held.abort.signal });
    } catch (error) {
      failure = { error };
    }
    this.#busy--;
    this.#begin();
    await this.#end(held, failure);
    this.#held.remove(held);
    this.#running.delete(held);
    this.#room();
  }

  /** Says how it ended, for as long as the lease is ours. */
  async #end(held: Held<Payload>, failure: { readonly error: unknown } | undefined): Promise<void> {
    held.ending = true;
    const backoff = new Backoff();
    while (this.#held.has(held)) {
      try {
        if (failure) await this.#fail(held, failure.error);
        else await this.#queue.complete(held.job);
        if (!failure) this.counts.completed++;
        return;
      } catch (error) {
        if (error instanceof LeaseLost) return this.#lost(held.job);
        const why = (error as Error).message;
        this.#options.log?.warn({ job: held.job.id, why }, 'could not end a job: will try again');
        await backoff.pause(held.abort.signal);
      }
    }
  }

  async #fail({ job }: Held<Payload>, error: unknown): Promise<void> {
    const { state } = await this.#queue.fail(job, error);
    this.counts.failed++;
    if (state === 'dead') this.counts.dead++;
    const why = error instanceof Error ? error.message : String(error);
    const fields = { job: job.id, attempt: job.attempt, why };
    this.#options.log?.warn(fields, state === 'dead' ? 'a job is a dead letter now' : 'a job failed');
  }

  #lost({ id, attempt }: Job<unknown>): void {
    this.counts.lost++;
    this.#ready = this.#ready.filter((held) => this.#held.has(held));
    this.#options.log?.warn({ job: id, attempt }, 'the lease of a job was lost: another worker will run it');
    this.#room();
  }

  async #stop(deadlineMs: number): Promise<void> {
    const deadline = AbortSignal.timeout(deadlineMs);
    this.#stopping.abort();
    this.#room();
    await until(this.#claiming, deadline);
    await this.#release(this.#ready.splice(0));
    await until(Promise.all(this.#running.values()), deadline);
    const late = [...this.#running.keys()];
    for (const held of late) held.abort.abort(new Error('the worker stops'));
    await this.#release(late);
    this.#held.close();
    this.#attendance.leave();
  }

  async #release(all: readonly Held<Payload>[]): Promise<void> {
    const ours = all.filter((held) => this.#held.has(held));
    for (const held of ours) this.#held.remove(held);
    try {
      const lost = await this.#queue.releaseMany(ours.map(({ job }) => job));
      this.counts.released += ours.length - lost.length;
    } catch (error) {
      const why = (error as Error).message;
      this.#options.log?.warn({ why, jobs: ours.length }, 'could not give jobs back: their leases will end');
    }
  }
}

/** Waits for a promise, or the signal; never throws. */
async function until(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const waiting = pause(2 ** 31 - 1, AbortSignal.any([signal, ended.signal]));
  await Promise.race([promise.catch(() => {}), waiting]);
  ended.abort();
}
