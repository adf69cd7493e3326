import type { Tick } from '@ticker/protocol';
import { type Interval, INTERVAL_NAMES, INTERVALS } from './interval.ts';
import { Series } from './series.ts';

/** Ticks shown in the table. */
export const RECENT_TICKS = 50;

/** One tick with what it changed. */
export interface Row {
  readonly tick: Tick;
  /** Against the price delivered before it; null for the first. */
  readonly change: number | null;
}

/** What is held of one ticker: bars, the last ticks, the first. Bounded. */
export class TickerRecord {
  readonly first: Tick;
  #rows: Row[] = [];
  #late = 0;
  #arrivedAt = 0;
  readonly #series: Readonly<Record<Interval, Series>>;

  /** @param first the first tick delivered; `add` it, too */
  constructor(first: Tick) {
    this.first = first;
    const series = INTERVAL_NAMES.map((name) => [name, new Series(INTERVALS[name])]);
    this.#series = Object.fromEntries(series) as Record<Interval, Series>;
  }

  /** The last ticks, newest last. Up to twice as many as are shown: cut in steps, as a shift for each tick costs more. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Ticks whose bars were given up before they came. */
  get late(): number {
    return this.#late;
  }

  /** When the last tick came, by our clock, in milliseconds. */
  get arrivedAt(): number {
    return this.#arrivedAt;
  }

  series(interval: Interval): Series {
    return this.#series[interval];
  }

  /** Takes in a tick that arrived at `now` (our clock, milliseconds). */
  add(tick: Tick, now: number): void {
    const before = this.#rows.at(-1);
    this.#rows.push({ tick, change: before ? tick.price - before.tick.price : null });
    if (this.#rows.length > 2 * RECENT_TICKS) this.#rows = this.#rows.slice(-RECENT_TICKS);
    this.#arrivedAt = now;
    const added = INTERVAL_NAMES.filter((name) => this.#series[name].add(tick.time, tick.price));
    if (added.length < INTERVAL_NAMES.length) this.#late++;
  }

  noteGap(): void {
    for (const name of INTERVAL_NAMES) this.#series[name].noteGap();
  }
}
