import type { Log, Match, Rules } from '@ticker/mongo';
import { retry } from './retry.ts';

/** Matches of one transaction at most (`Rules.fire`). */
const BATCH = 100;

/**
 * Has the database fire the rules that matched: in batches, one after the other, each until it is done. Other processes
 * do the same for the same ticks; the rule's generation says whose firing counts.
 */
export class Firing {
  readonly #fire: Rules['fire'];
  readonly #log: Log;
  readonly #stop = new AbortController();
  #waiting: Match[] = [];
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  /** Matches so far, and those of them that this process fired. */
  matched = 0;
  fired = 0;

  constructor(fire: Rules['fire'], log: Log) {
    this.#fire = fire;
    this.#log = log;
  }

  /** Matches that are not yet done. */
  get size(): number {
    return this.#waiting.length;
  }

  add(matches: readonly Match[]): void {
    if (matches.length === 0) return;
    this.matched += matches.length;
    // Not by push(...): there may be more of them than the stack holds arguments.
    this.#waiting = this.#waiting.concat(matches);
    if (!this.#isRunning) this.#running = this.#run();
  }

  /**
   * Begins no batch any more. What is not done is found by whoever evaluates the same ticks: the other processes, or
   * this one after its restart, since the rules are still armed at their old positions.
   */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    this.#isRunning = true;
    while (this.#waiting.length > 0 && !signal.aborted) {
      const batch = this.#waiting.slice(0, BATCH);
      const fired = await retry(() => this.#fire(batch), {
        signal,
        onFailure: ({ message: why }) =>
          this.#log.warn({ why, rules: batch.length }, 'could not fire alert rules: will try again'),
      });
      if (!fired) return;
      this.fired += fired.length;
      this.#waiting.splice(0, batch.length);
    }
    this.#isRunning = false;
  }
}
