/** Length of a slot in which ticks are counted, in milliseconds. */
const SLOT_MS = 500;

/** Slots that a rate is taken over: 5 s. */
const SLOTS = 10;

/** A rate of less time than this would be a guess, in milliseconds. */
const LEAST_MS = 1000;

/** How many ticks came lately, as of some moment. */
export interface Arrivals {
  /** Number of the newest slot. */
  readonly slot: number;
  /** By the number of the slot modulo their count. */
  readonly counts: readonly number[];
  /** When the first tick came; null: none has. By the feed's clock, in milliseconds. */
  readonly since: number | null;
}

/** Counts ticks by their arrival in a few slots, so that it costs the same at every rate. */
export class Pace {
  #slot = 0;
  #since: number | null = null;
  readonly #counts = Array.from({ length: SLOTS }, () => 0);

  /** A tick that came at `now`, by the feed's clock, in milliseconds. */
  add(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    for (let stale = Math.max(this.#slot, slot - SLOTS) + 1; stale <= slot; stale++)
      this.#counts[stale % SLOTS] = 0;
    this.#slot = Math.max(this.#slot, slot);
    this.#counts[this.#slot % SLOTS]! += 1;
    this.#since ??= now;
  }

  get arrivals(): Arrivals {
    return { slot: this.#slot, counts: [...this.#counts], since: this.#since };
  }
}

/** Ticks a second over the 5 s before `now` (feed's clock, milliseconds), or since the first; null before that. */
export function ticksPerSecond({ slot, counts, since }: Arrivals, now: number): number | null {
  if (since === null) return null;
  const current = Math.floor(now / SLOT_MS);
  const oldest = current - SLOTS + 1;
  let sum = 0;
  for (let counted = Math.max(oldest, slot - SLOTS + 1); counted <= slot; counted++)
    sum += counts[((counted % SLOTS) + SLOTS) % SLOTS] ?? 0;
  const span = Math.max(Math.min(now - oldest * SLOT_MS, now - since), LEAST_MS);
  return (1000 * sum) / span;
}
