/** Points of a trace at most. Even: it is halved whenever it is full. */
export const TRACE_MAX = 60;

/**
 * The whole course of a price in a bounded number of points, for a sparkline. By the count of ticks, not by time: clocks
 * of publishers differ, and a snapshot comes all at once.
 */
export class Trace {
  #points: number[] = [];
  /** Ticks that share a point. It doubles with each halving. */
  #each = 1;
  /** Ticks that the last point takes yet. */
  #room = 0;

  /** Oldest first; the last one is the last price. A copy. */
  get points(): readonly number[] {
    return [...this.#points];
  }

  add(price: number): void {
    if (this.#room > 0) {
      this.#room--;
      this.#points[this.#points.length - 1] = price;
      return;
    }
    if (this.#points.length === TRACE_MAX) this.#halve();
    this.#points.push(price);
    this.#room = this.#each - 1;
  }

  /** Of each two the later, as each point is the last price of its ticks. */
  #halve(): void {
    this.#points = this.#points.filter((_, index) => index % 2 === 1);
    this.#each *= 2;
  }
}
