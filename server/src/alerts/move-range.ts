const CHECK = 64;

interface Point {
  readonly time: number;
  readonly price: number;
  readonly position: number;
}

/**
 * The lowest and the highest price of one ticker within a length of time that ends with its newest tick, by the ticks'
 * times. What is kept are the ticks that can still become the lowest or the highest (monotonic queues), so a new one
 * costs the same however many there are, unless it comes late.
 */
export class MoveRange {
  readonly #length: number;
  readonly #lowest = new Frontier((price, other) => price <= other);
  readonly #highest = new Frontier((price, other) => price >= other);
  #newest = -Infinity;

  /** @param length milliseconds */
  constructor(length: number) {
    this.#length = length;
  }

  /** How many ticks are kept. */
  get size(): number {
    return this.#lowest.size + this.#highest.size;
  }

  /**
   * One more tick; of two with the same time, and of late ones, all count.
   *
   * @param position of the tick in the backlog
   * @param oldest position of the oldest tick that the backlog holds: what it has forgotten is forgotten here too, so
   *   that a price which only ever rises does not fill the memory
   * @returns whether the tick is within the length of time itself
   */
  add(time: number, price: number, position: number, oldest: number): boolean {
    this.#newest = Math.max(this.#newest, time);
    const since = this.#newest - this.#length;
    if (time >= since) {
      this.#lowest.add({ time, price, position });
      this.#highest.add({ time, price, position });
    }
    this.#lowest.forget(since, oldest);
    this.#highest.forget(since, oldest);
    return time >= since;
  }

  /** The extremes of the ticks that are held; undefined while there is none. */
  get extremes(): { readonly lowest: number; readonly highest: number } | undefined {
    const lowest = this.#lowest.first;
    const highest = this.#highest.first;
    return lowest && highest && { lowest: lowest.price, highest: highest.price };
  }
}

/**
 * Ticks of which none is beaten by a later one: oldest first, and so the extreme one first. Clocks differ, so one may
 * come that is older than others here; it is put where it belongs.
 */
class Frontier {
  readonly #beats: (price: number, other: number) => boolean;
  #points: Point[] = [];
  #head = 0;
  /** At this size they are looked through. */
  #checkAt = CHECK;

  constructor(beats: (price: number, other: number) => boolean) {
    this.#beats = beats;
  }

  get size(): number {
    return this.#points.length - this.#head;
  }

  get first(): Point | undefined {
    return this.#points[this.#head];
  }

  add(point: Point): void {
    const points = this.#points;
    const at = this.#after(point.time);
    const later = points[at];
    if (later && this.#beats(later.price, point.price)) return;
    let from = at;
    while (from > this.#head && this.#beats(point.price, points[from - 1]!.price)) from--;
    if (from === points.length) points.push(point);
    else points.splice(from, at - from, point);
  }

  /** Forgets what is older than `since`, or no longer held. */
  forget(since: number, oldest: number): void {
    const points = this.#points;
    while (this.#head < points.length) {
      const { time, position } = points[this.#head]!;
      if (time >= since && position >= oldest) break;
      this.#head++;
    }
    // Late ticks may have put one that is not held any more behind one that is. Looked for each time that there are
    // twice as many: amortised, one look a tick.
    if (this.size > this.#checkAt) {
      this.#points = points.filter((point, index) => index >= this.#head && point.position >= oldest);
      this.#head = 0;
      this.#checkAt = Math.max(CHECK, 2 * this.#points.length);
    } else if (this.#head > CHECK && this.#head * 2 > points.length) {
      this.#points = points.slice(this.#head);
      this.#head = 0;
    }
  }

  /** Where the first point is that has a later time. */
  #after(time: number): number {
    const points = this.#points;
    let low = this.#head;
    let high = points.length;
    if (low === high || points[high - 1]!.time <= time) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (points[middle]!.time <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
