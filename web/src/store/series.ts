import { type Bar, findBar } from './bar.ts';

/** Bars kept: a quarter of an hour of the shortest, nine chart widths at the usual zoom. */
export const BARS_MAX = 900;

/** Trimmed in steps: each trim copies the rest. */
const TRIM = 300;

/** Clocks that are apart by no more than this, in seconds, both show the present. */
const APART = 60;

/** The bars of one ticker and one interval that this page has seen itself, oldest first; bounded. */
export class Series {
  readonly #seconds: number;
  #bars: Bar[] = [];
  /** Bars before it were given up. */
  #horizon = -Infinity;
  /** Ticks that are missing before the next price; undefined: none are, null: nobody knows how many. */
  #missed: number | null | undefined;
  #last: number | undefined;
  #held = false;

  /** @param seconds length of a bar */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  get bars(): readonly Bar[] {
    return this.#bars;
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** The price that was added last: not that of the newest bar, where a publisher's clock is ahead. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Whether it is a copy, of a view that is held. */
  get held(): boolean {
    return this.#held;
  }

  /** Another series that is the same now, and from now on apart: for a view that is held. */
  copy(): Series {
    const copy = new Series(this.#seconds);
    copy.#held = true;
    copy.#bars = [...this.#bars];
    copy.#horizon = this.#horizon;
    copy.#missed = this.#missed;
    copy.#last = this.#last;
    return copy;
  }

  /**
   * Adds a price to the bar of its time, wherever that bar is: clocks of publishers differ, so times may run backwards.
   *
   * @param time milliseconds since 1970
   * @param clock this device's, in milliseconds since 1970; without it no time is ahead of it
   * @returns false where that bar was given up already
   */
  add(time: number, price: number, clock = Infinity): boolean {
    const start = Math.floor(time / 1000 / this.#seconds) * this.#seconds;
    this.#last = price;
    if (start < this.#horizon) return false;
    const index = this.#find(start);
    const held = this.#bars[index];
    if (held?.time === start) this.#bars[index] = this.#withPrice(held, price);
    else this.#insert(index, start, price);
    this.#missed = undefined;
    this.#trim(index, clock);
    return start >= this.#horizon;
  }

  /** Notes that ticks are missing between the last price and the next one: how many, null where nobody knows. */
  noteGap(missed: number | null): void {
    if (this.#bars.length === 0) return;
    // A second gap before the first was over.
    this.#missed = this.#missed === undefined ? missed : sum(this.#missed, missed);
  }

  #withPrice(bar: Bar, price: number): Bar {
    const { high, low, count } = bar;
    const next = {
      ...bar,
      high: Math.max(high, price),
      low: Math.min(low, price),
      close: price,
      count: count + 1,
    };
    if (this.#missed === undefined) return next;
    const missed = bar.gap ? sum(bar.missed ?? null, this.#missed) : this.#missed;
    return { ...next, gap: bar.gap ?? 'within', missed };
  }

  #insert(index: number, time: number, price: number): void {
    const bar = { time, open: price, high: price, low: price, close: price, count: 1 };
    const missed = this.#missed;
    this.#bars.splice(index, 0, missed === undefined ? bar : { ...bar, gap: 'before', missed });
  }

  /** @param touched index of the bar that has just changed */
  #trim(touched: number, clock: number): void {
    const spare = this.#bars.length - BARS_MAX;
    if (spare <= TRIM) return;
    const ahead = findBar(this.#bars, clock / 1000 + APART);
    // Some publisher's clock is ahead by more than all that is kept: the oldest of its bars go, not the present ones.
    if (touched < ahead && ahead < spare) return void this.#bars.splice(ahead, spare);
    this.#bars = this.#bars.slice(spare);
    this.#horizon = this.#bars[0]?.time ?? this.#horizon;
  }

  /** Index of the first bar that is not before `time`. From the end, where it nearly always is. */
  #find(time: number): number {
    let index = this.#bars.length;
    while (index > 0 && (this.#bars[index - 1]?.time ?? time) >= time) index--;
    return index;
  }
}

/** How many are missing in all: nobody knows where one part is not known. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
