import { OVERLAP, type Tick } from '@ticker/protocol';
import type { Entry } from './entry-kind.ts';

/**
 * The ids that a reader has already delivered, by position. Positions count up by one from the first tick that
 * the process ever read; `first` is the oldest still held, `next` the one that the next tick will get.
 */
export interface Known {
  readonly first: number;
  readonly next: number;
  position(id: string): number | undefined;
}

/** Unknown ticks that are kept while we look for the first one that is known. */
const HOLD = 2 * OVERLAP;

/** What {@link Rejoin} makes of a batch. */
export interface Rejoined<One extends Entry = Tick> {
  /** The new ones, in the order of the scan. */
  readonly ticks: One[];
  /** Whether ticks may be missing before them. */
  readonly gap: boolean;
  /**
   * More ticks are new than were kept, or the held ones are gone from the topic: scan again from the start,
   * announce a gap, and take everything unknown as new.
   */
  readonly lost: boolean;
}

/**
 * Decides, while a topic is read again from its start after the cursor was lost, which ticks are new and whether
 * any may be missing. Ids decide, never positions in the collection or `_id >` comparisons: members' natural
 * orders differ, ids and clocks come from publishers.
 *
 * Pure. Give it every tick of the scan in order by `take`, then call `end` when the scan has caught up.
 *
 * - A tick whose id is held was delivered: dropped.
 * - Continuity: the scan met a held tick at least OVERLAP behind the newest. Then no tick that we lack can have
 *   been overwritten. Without it, a gap is announced before the first new tick. (So a topic of fewer ticks than
 *   that, once it has rolled over, announces a gap at every reopening: it can't be known better.)
 * - Where older ticks than the held ones may exist (`whole` is false), unknown ones met before the held ones are
 *   those, not new ones.
 */
export class Rejoin<One extends Entry = Tick> {
  readonly #known: Known;
  /** True when everything that ever was in the topic is held: then whatever is unknown is new. */
  readonly #whole: boolean;
  readonly #edge: number;
  readonly #safe: number;
  #scanned = 0;
  #joined: boolean;
  #continuous: boolean;
  #overflow = false;
  #held: One[] = [];

  /**
   * @param known what was delivered
   * @param whole whether nothing had been overwritten in the topic before the first known tick
   * @param rolled whether anything was overwritten by now
   */
  constructor(known: Known, whole: boolean, rolled: boolean) {
    const size = known.next - known.first;
    this.#known = known;
    this.#whole = whole && known.first === 0;
    this.#edge = known.first + Math.min(OVERLAP, size >> 1);
    this.#safe = known.next - OVERLAP;
    this.#joined = this.#whole || size === 0;
    this.#continuous = (this.#whole && !rolled) || size === 0;
  }

  /** Whether the scan is past everything uncertain, so that every unknown tick is simply new. */
  get settled(): boolean {
    return this.#joined && this.#continuous;
  }

  take(ticks: readonly One[]): Rejoined<One> {
    const fresh: One[] = [];
    for (const tick of ticks) {
      this.#scanned++;
      const position = this.#known.position(tick.id);
      if (position !== undefined) this.#meet(position, fresh);
      else if (this.settled) fresh.push(tick);
      else if (!this.#continuous) this.#hold(tick);
    }
    if (this.#continuous || !this.#joined || this.#scanned < HOLD)
      return { ticks: fresh, gap: false, lost: false };
    return this.#giveUp();
  }

  /** The scan has caught up with the topic's end: what was held back is decided. */
  end(): Rejoined<One> {
    if (this.#continuous || this.#scanned === 0) return { ticks: [], gap: false, lost: false };
    return this.#giveUp();
  }

  #hold(tick: One): void {
    if (this.#held.length < HOLD || this.#whole) this.#held.push(tick);
    else this.#overflow = true;
  }

  #giveUp(): Rejoined<One> {
    const lost = this.#overflow || !this.#joined;
    const ticks = lost ? [] : this.#held;
    this.#held = [];
    this.#joined = this.#continuous = true;
    return { ticks, gap: true, lost };
  }

  #meet(position: number, fresh: One[]): void {
    if (position <= this.#safe) {
      this.#continuous = true;
      if (this.#whole) fresh.push(...this.#held);
      this.#held = [];
    }
    if (position >= this.#edge) this.#joined = true;
  }
}
