import { setTimeout as wait } from 'node:timers/promises';
import { nowMicros } from '../measure/clock.ts';
import { type StampedTick, stampedTick } from '../measure/tick-stamp.ts';
import { tickerName } from '../soak/ticker.ts';
import { dueMs } from './paced.ts';

export interface SteadyOrder {
  readonly run: number;
  /** Ticks a second, of all tickers together. */
  readonly rate: number;
  readonly tickers: number;
}

/** Whoever is behind by more leaves out what he owes: a soak is no race to catch up. */
const BEHIND_MS = 1_000;

/**
 * Publishes single ticks of many tickers until it is told to end. Of each ticker one insert is under way at a time, so the
 * order of its ticks is known: by invariant 1 nobody may get them in another.
 */
export class SteadyLoad {
  readonly #send: (tick: StampedTick) => Promise<unknown>;
  readonly #order: SteadyOrder;
  /** By the tickers' numbers; the first is of none. */
  readonly #counts: number[];
  readonly #loops: Promise<unknown>;
  #error: unknown;
  #ended = false;

  /** @param send resolves when the tick is acknowledged */
  constructor(send: (tick: StampedTick) => Promise<unknown>, order: SteadyOrder) {
    this.#send = send;
    this.#order = order;
    this.#counts = Array.from({ length: order.tickers + 1 }, () => 0);
    const loops = this.#counts.slice(1).map((_, index) => this.#publish(index + 1));
    this.#loops = Promise.all(loops).catch((error: unknown) => (this.#error = error));
  }

  /** How many ticks of each ticker were acknowledged, by its number. @throws what an insert threw */
  get counts(): readonly number[] {
    if (this.#error !== undefined) throw this.#error;
    return this.#counts;
  }

  /** Resolves when nothing is under way any more. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#loops;
  }

  async #publish(publisher: number): Promise<void> {
    const { run, rate, tickers } = this.#order;
    let start = performance.now() + dueMs(publisher, rate);
    for (let sequence = 0; !this.#ended; sequence++) {
      const ahead = start + dueMs(sequence, rate / tickers) - performance.now();
      if (ahead > 0) await wait(ahead);
      else if (ahead < -BEHIND_MS) start -= ahead;
      const tick = stampedTick({ run, publisher, sequence }, nowMicros());
      await this.#send({ ...tick, ticker: tickerName(publisher) });
      this.#counts[publisher] = sequence + 1;
    }
  }
}
