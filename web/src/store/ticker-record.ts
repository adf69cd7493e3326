import type { Tick } from '@ticker/protocol';
import { Delays } from './delays.ts';
import { type Interval, INTERVAL_NAMES, INTERVALS } from './interval.ts';
import { Pace } from './pace.ts';
import { Series } from './series.ts';
import type { Pulse, Row, ShownTicker } from './shown.ts';
import { Trace } from './trace.ts';
import { type WatchRow, watchRow } from './watch-row.ts';

export type { Row } from './shown.ts';

/** Ticks shown in the table. */
export const RECENT_TICKS = 50;

/** When and how ticks came. */
export interface Arrival {
  /** By the feed's clock, in milliseconds. */
  readonly now: number;
  /** By this device's clock, in milliseconds since 1970. */
  readonly wallClock: number;
  /** Whether they came as they were published; else they are history. */
  readonly live: boolean;
}

/** What is held of one ticker: bars, the last ticks, the first. Bounded, and a tick costs the same at every rate. */
export class TickerRecord implements ShownTicker {
  readonly first: Tick;
  #high: number;
  #low: number;
  #last: Tick;
  #rows: Row[] = [];
  #late = 0;
  #arrivedAt = 0;
  #tickedAt = 0;
  readonly #trace = new Trace();
  readonly #pace = new Pace();
  readonly #delays = new Delays();
  #watchRow: WatchRow | null = null;
  readonly #series: Readonly<Record<Interval, Series>>;

  /** @param first the first tick delivered; `add` it, too */
  constructor(first: Tick) {
    this.first = first;
    this.#last = first;
    this.#high = first.price;
    this.#low = first.price;
    const series = INTERVAL_NAMES.map((name) => [name, new Series(INTERVALS[name])]);
    this.#series = Object.fromEntries(series) as Record<Interval, Series>;
  }

  /** The last ticks, newest last. Up to twice as many as are shown: cut in steps, as a shift for each tick costs more. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  get late(): number {
    return this.#late;
  }

  get high(): number {
    return this.#high;
  }

  get low(): number {
    return this.#low;
  }

  /** When the last tick came, history or not, by our clock, in milliseconds. */
  get arrivedAt(): number {
    return this.#arrivedAt;
  }

  get tickedAt(): number {
    return this.#tickedAt;
  }

  get pulse(): Pulse {
    return { arrivals: this.#pace.arrivals, latency: this.#delays.median(), heldAt: null };
  }

  /** The same object until another tick comes. */
  get watchRow(): WatchRow {
    return (this.#watchRow ??= watchRow(this.first, this.#last, this.#trace.points));
  }

  series(interval: Interval): Series {
    return this.#series[interval];
  }

  /** Takes in a tick. */
  add(tick: Tick, { now, wallClock, live }: Arrival): void {
    const { price, time } = tick;
    const before = this.#rows.at(-1);
    this.#rows.push({ tick, change: before ? price - before.tick.price : null });
    if (this.#rows.length > 2 * RECENT_TICKS) this.#rows = this.#rows.slice(-RECENT_TICKS);
    this.#last = tick;
    this.#high = Math.max(this.#high, price);
    this.#low = Math.min(this.#low, price);
    this.#trace.add(price);
    this.#watchRow = null;
    this.#arrivedAt = now;
    // History arrives now, but is as old as its ticks say.
    this.#tickedAt = live ? now : now - Math.max(0, wallClock - time);
    if (live) {
      this.#pace.add(now);
      this.#delays.add(wallClock - time, now);
    }
    const added = INTERVAL_NAMES.filter((name) => this.#series[name].add(time, price, wallClock));
    if (added.length < INTERVAL_NAMES.length) this.#late++;
  }

  noteGap(missed: number | null): void {
    for (const name of INTERVAL_NAMES) this.#series[name].noteGap(missed);
  }

  /** What it is at `now` (feed's clock, milliseconds), whatever comes after. Rows and bars are shared: they never change. */
  hold(now: number): ShownTicker {
    const { first, high, low, late, tickedAt, watchRow } = this;
    const series = INTERVAL_NAMES.map((name) => [name, this.#series[name].copy()]);
    const held = Object.fromEntries(series) as Record<Interval, Series>;
    return {
      first,
      high,
      low,
      late,
      tickedAt,
      watchRow,
      rows: [...this.#rows],
      pulse: { ...this.pulse, heldAt: now },
      series: (interval) => held[interval],
    };
  }
}
