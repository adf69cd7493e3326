import type { Tick } from '@ticker/protocol';
import { Series } from './series.ts';

/** Tickers remembered although the ring holds none of their ticks any more. Publishers choose names, so it has a bound. */
const QUIET_TICKERS = 10_000;

/**
 * The last ticks of the topic in memory: a ring, with an index from id to position and one from ticker to positions.
 * Positions count up by one from the first tick that the process read. Snapshots, history, resumes and slow readers
 * all read from here, so a listener costs the database nothing.
 */
export class Backlog {
  readonly capacity: number;
  readonly #ring: Tick[] = [];
  readonly #positions = new Map<string, number>();
  readonly #series = new Map<string, Series>();
  readonly #latest = new Map<string, Tick>();
  #gaps: number[] = [];
  /** The position of the topic's first tick here: what came before was another topic of the same name. */
  begin = 0;
  /** Oldest position held. */
  first = 0;
  /** The position that the next tick will get. */
  next = 0;
  /** Whether nothing was overwritten in the topic before the first tick: then `first === 0` means "all there is". */
  whole = false;

  /** @param capacity how many ticks are held (`BACKLOG_MAX`) */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.next - this.first;
  }

  /** The newest tick; undefined while there is none. */
  get last(): Tick | undefined {
    return this.next > this.first ? this.at(this.next - 1) : undefined;
  }

  /** Whether every tick that the topic ever had is held. */
  get complete(): boolean {
    return this.whole && this.first === 0;
  }

  /** Appends ticks in the order of delivery. One whose id is held already is left out: an id comes once. */
  append(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      if (this.#positions.has(tick.id)) continue;
      if (this.size === this.capacity) this.#evict();
      const position = this.next++;
      this.#ring[position % this.capacity] = tick;
      this.#positions.set(tick.id, position);
      this.#seriesOf(tick.ticker).push(position);
      this.#latest.set(tick.ticker, tick);
    }
  }

  /** Notes that ticks may be missing here, before the next one. */
  gap(): void {
    if (this.#gaps.at(-1) !== this.next) this.#gaps.push(this.next);
    this.#gaps = this.#gaps.filter((position) => position >= this.first);
  }

  /** Forgets all ids and ticks: the topic was dropped and made anew, so an old id may stand for another tick. */
  clear(): void {
    while (this.size > 0) this.#evict();
    this.begin = this.next;
    this.whole = false;
  }

  /** The tick at a position between `first` and `next`. */
  at(position: number): Tick {
    return this.#ring[position % this.capacity]!;
  }

  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  /** The first gap at `from` or later, at most `to`. */
  gapWithin(from: number, to: number): number | undefined {
    // The common case first: this is asked for every subscriber at every flush.
    if (this.#gaps.length === 0) return undefined;
    return this.#gaps.find((position) => position >= from && position <= to);
  }

  /** The last gap before `position`, or `first`: a snapshot must not reach across it. */
  unbrokenSince(position: number): number {
    const gap = this.#gaps.findLast((gap) => gap < position);
    return Math.max(gap ?? 0, this.first);
  }

  tickers(): Iterable<string> {
    return this.#series.keys();
  }

  /** The newest tick of a ticker and its position, also when the ring has overwritten it. */
  latest(ticker: string): { tick: Tick; position: number } | undefined {
    const tick = this.#latest.get(ticker);
    return tick && { tick, position: this.#series.get(ticker)!.latest };
  }

  /** How many ticks of the ticker have a smaller position. Exact for positions between `first` and `next`. */
  countBefore(ticker: string, position: number): number {
    return this.#series.get(ticker)?.countBefore(position) ?? 0;
  }

  /** Position of the ticker's `n`-th tick, counted as {@link countBefore} counts. */
  nth(ticker: string, n: number): number | undefined {
    return this.#series.get(ticker)?.at(n);
  }

  #seriesOf(ticker: string): Series {
    let series = this.#series.get(ticker);
    if (!series) this.#series.set(ticker, (series = new Series()));
    return series;
  }

  #evict(): void {
    const oldest = this.at(this.first++);
    this.#positions.delete(oldest.id);
    const series = this.#series.get(oldest.ticker)!;
    series.dropOldest();
    if (series.latest < this.first && this.#series.size > QUIET_TICKERS) {
      this.#series.delete(oldest.ticker);
      this.#latest.delete(oldest.ticker);
    }
  }
}
