import type { Backlog } from '../hub/backlog.ts';
import { bucketStart, type Candle, CandleFold } from './candle.ts';
import { olderThan, Passed, SKEW_MS } from './clocks.ts';
import { newestFirst } from './held.ts';

/** Which candles are asked for. */
export interface CandlesQuery {
  readonly ticker: string;
  /** Length of a candle, in milliseconds. */
  readonly interval: number;
  /** How many: the newest ones. */
  readonly limit: number;
  /** Those that begin before this time, in milliseconds since 1970. */
  readonly to: number;
}

export interface Candles {
  /** Oldest first. */
  readonly candles: Candle[];
  /** Ticks more than 60 s ahead of our clock that were met, and left out. */
  readonly future: number;
}

/** Candles in the making: takes ticks in any order, and counts those whose clock is wrong. */
export class CandleAnswer {
  readonly fold: CandleFold;
  /** Ticks before this time are asked for: the newest candle is a whole one. */
  readonly end: number;
  /** Ticks after this time are left out. */
  readonly latest: number;
  #future = 0;

  /** @param now our clock, milliseconds since 1970 */
  constructor({ interval, limit, to }: CandlesQuery, now: number) {
    this.fold = new CandleFold(interval, limit);
    this.end = Number.isFinite(to) ? bucketStart(to - 1, interval) + interval : to;
    this.latest = now + SKEW_MS;
  }

  /** @param place of the tick in the order of delivery */
  add({ time, price }: { readonly time: number; readonly price: number }, place: number): void {
    if (time >= this.end) return;
    if (time > this.latest) this.#future++;
    else this.fold.add(time, price, place);
  }

  /** @param edge ticks of this time or earlier may be missing */
  outcome(edge = -Infinity): Candles {
    return { candles: this.fold.candles().filter(({ time }) => time > edge), future: this.#future };
  }
}

/**
 * Folds what the backlog holds.
 *
 * @returns whether ticks that are older than the backlog can't add to it
 */
export function foldHeld(backlog: Backlog, ticker: string, answer: CandleAnswer): boolean {
  const { fold } = answer;
  const passed = new Passed();
  const all = newestFirst(backlog, new Set([ticker]), (tick, position) => {
    answer.add(tick, position);
    return !passed.by(tick.time, fold.since);
  });
  return !all || backlog.complete || fold.since >= olderThan(backlog);
}
