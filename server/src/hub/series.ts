/**
 * The positions at which one ticker's ticks stand in the backlog, oldest first, and how many stood there before
 * them. Answers "how many before this position" without looking at other tickers' ticks.
 */
export class Series {
  #positions: number[] = [];
  #head = 0;
  #dropped = 0;
  /** Position of the newest tick, also when the ring has overwritten it. */
  latest = -1;

  push(position: number): void {
    this.#positions.push(position);
    this.latest = position;
  }

  /** The ring overwrote this ticker's oldest tick. */
  dropOldest(): void {
    this.#head++;
    this.#dropped++;
    // Compacted when half is dead: amortised one move a tick.
    if (this.#head > 64 && this.#head * 2 > this.#positions.length) {
      this.#positions = this.#positions.slice(this.#head);
      this.#head = 0;
    }
  }

  /** How many of this ticker's ticks ever had a smaller position. Exact for positions that the ring still holds. */
  countBefore(position: number): number {
    let low = this.#head;
    let high = this.#positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#positions[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return this.#dropped + low - this.#head;
  }

  /** The `n`-th tick's position (counted as {@link countBefore} counts); undefined where the ring lacks it. */
  at(n: number): number | undefined {
    const index = n - this.#dropped + this.#head;
    return index < this.#head ? undefined : this.#positions[index];
  }
}
