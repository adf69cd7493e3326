/** Ticks that a median is taken of at most. */
const DELAYS_MAX = 256;

/** And of those that came so many milliseconds before the last one, or less. */
const SPAN_MS = 1000;

interface Delay {
  readonly ms: number;
  readonly at: number;
}

/** How long the last ticks were under way; bounded. */
export class Delays {
  readonly #delays: Delay[] = [];
  #next = 0;

  /** A tick that was `ms` milliseconds under way, and came `at` (feed's clock, milliseconds). */
  add(ms: number, at: number): void {
    this.#delays[this.#next] = { ms, at };
    this.#next = (this.#next + 1) % DELAYS_MAX;
  }

  /**
   * The median over the second before the last tick: one tick's would flicker, and an average follow the one that a
   * pause of the collector held up. Null before the first.
   */
  median(): number | null {
    const last = this.#delays.at(this.#next - 1);
    if (!last) return null;
    const recent = this.#delays.filter(({ at }) => at > last.at - SPAN_MS).map(({ ms }) => ms);
    return recent.toSorted((a, b) => a - b)[recent.length >> 1] ?? null;
  }
}
