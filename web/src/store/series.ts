/** Prices of one ticker in one stretch of time. */
export interface Bar {
  /** Its start, in seconds since 1970: a multiple of the interval. */
  readonly time: number;
  /** Open and close go by the order of delivery: it is the topic's, while times are the publishers'. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Ticks are missing: between the bar before and this one, or within this one. */
  readonly gap?: 'before' | 'within';
}

/** Bars kept: a quarter of an hour of the shortest, nine chart widths at the usual zoom. */
export const BARS_MAX = 900;

/** Trimmed in steps: each trim makes the chart begin anew. */
const TRIM = 300;

/** The bars of one ticker and one interval, oldest first; bounded. */
export class Series {
  readonly #seconds: number;
  #bars: Bar[] = [];
  /** Bars before it were given up. */
  #horizon = -Infinity;
  #gapDue = false;
  #layout = 0;
  #dirtyFrom = 0;

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

  /** Changes whenever bars were put in elsewhere than at the end, taken out, or got a gap. */
  get layout(): number {
    return this.#layout;
  }

  /**
   * Adds a price to the bar of its time, wherever that bar is: clocks of publishers differ, so times may run backwards.
   *
   * @param time milliseconds since 1970
   * @returns false where that bar was given up already
   */
  add(time: number, price: number): boolean {
    const start = Math.floor(time / 1000 / this.#seconds) * this.#seconds;
    if (start < this.#horizon) return false;
    const index = this.#find(start);
    const held = this.#bars[index];
    if (held?.time === start) this.#bars[index] = this.#withPrice(held, price);
    else this.#insert(index, start, price);
    this.#dirtyFrom = Math.min(this.#dirtyFrom, index);
    this.#gapDue = false;
    this.#trim();
    return true;
  }

  /** Notes that ticks are missing between the last price and the next one. */
  noteGap(): void {
    this.#gapDue = this.#bars.length > 0;
  }

  /** Index of the oldest bar that has changed since this was last asked; the number of bars where none has. */
  takeDirty(): number {
    const from = Math.min(this.#dirtyFrom, this.#bars.length);
    this.#dirtyFrom = Infinity;
    return from;
  }

  #withPrice(bar: Bar, price: number): Bar {
    const { high, low } = bar;
    const next = { ...bar, high: Math.max(high, price), low: Math.min(low, price), close: price };
    if (!this.#gapDue) return next;
    this.#layout++;
    return { ...next, gap: bar.gap ?? 'within' };
  }

  #insert(index: number, time: number, price: number): void {
    if (this.#gapDue || index < this.#bars.length) this.#layout++;
    const bar = { time, open: price, high: price, low: price, close: price };
    this.#bars.splice(index, 0, this.#gapDue ? { ...bar, gap: 'before' } : bar);
  }

  #trim(): void {
    if (this.#bars.length <= BARS_MAX + TRIM) return;
    this.#bars = this.#bars.slice(-BARS_MAX);
    this.#horizon = this.#bars[0]?.time ?? this.#horizon;
    this.#layout++;
    this.#dirtyFrom = 0;
  }

  /** Index of the first bar that is not before `time`. From the end, where it nearly always is. */
  #find(time: number): number {
    let index = this.#bars.length;
    while (index > 0 && (this.#bars[index - 1]?.time ?? time) >= time) index--;
    return index;
  }
}
