import type { Stretch } from './stretch.ts';

interface Hole {
  readonly from: number;
  readonly to: number;
}

interface Seen {
  /** The number after the highest that came. */
  next: number;
  /** What has not come below it. */
  holes: Hole[];
}

/**
 * What one listener has got of a run: counts exactly, in whatever order ticks come. Overlapping inserts of one publisher
 * may change places, so a hole is a loss only if it is never filled.
 */
export class Tally {
  readonly #publishers = new Map<number, Seen>();
  received = 0;
  /** Ticks that came again. */
  doubled = 0;
  /** Ticks that came after a later one of their publisher. */
  displaced = 0;

  add({ publisher, from, to }: Stretch): void {
    let seen = this.#publishers.get(publisher);
    if (!seen) this.#publishers.set(publisher, (seen = { next: 0, holes: [] }));
    const late = Math.min(to, seen.next - 1) - from + 1;
    if (late > 0) {
      const filled = fill(seen, from, to);
      this.received += filled;
      this.displaced += filled;
      this.doubled += late - filled;
    }
    if (to < seen.next) return;
    if (from > seen.next) seen.holes.push({ from: seen.next, to: from - 1 });
    this.received += to - Math.max(from, seen.next) + 1;
    seen.next = to + 1;
  }

  /**
   * How many never came.
   *
   * @param published number of ticks of each publisher
   */
  lost(published: readonly number[]): number {
    return published.reduce((sum, count) => sum + count, 0) - this.received;
  }
}

/** Takes these numbers out of the holes; returns how many were in one. */
function fill(seen: Seen, from: number, to: number): number {
  let filled = 0;
  seen.holes = seen.holes.flatMap((hole) => {
    const [first, last] = [Math.max(from, hole.from), Math.min(to, hole.to)];
    if (first > last) return [hole];
    filled += last - first + 1;
    const rest = [
      { from: hole.from, to: first - 1 },
      { from: last + 1, to: hole.to },
    ];
    return rest.filter((part) => part.from <= part.to);
  });
  return filled;
}
