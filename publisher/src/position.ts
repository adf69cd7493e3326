import type { TailItem } from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';

/** What a consumer is shown. */
export type Shown = { readonly type: 'ticks'; readonly ticks: readonly Tick[] } | { readonly type: 'gap' };

/**
 * Where a consumer begins. A tail reads a topic from its start; this leaves out what comes before the position:
 *
 * - "start": nothing.
 * - "now": what the topic held when it was read.
 * - the id of a tick: everything up to it, on the member that is read. (On another member, ticks whose inserts
 *   overlapped its own may be on its other side.) If the topic does not hold it, a gap comes first, then all it holds.
 */
export class Position {
  readonly #from: string;
  #reached: boolean;
  #held: Tick[] = [];

  constructor(from: string) {
    this.#from = from;
    this.#reached = from === 'start';
  }

  /** What of an item is to be shown. Give every item of the tail, in order. */
  take(item: TailItem): Shown[] {
    if (item.type === 'ticks') return this.#ticks(item.ticks);
    if (item.type === 'gap') {
      if (this.#reached) return [{ type: 'gap' }];
      if (item.recreated) this.#held = [];
    }
    if (item.type !== 'filled' || this.#reached) return [];
    const ticks = this.#held;
    this.#reached = true;
    this.#held = [];
    return this.#from === 'now' ? [] : [{ type: 'gap' }, { type: 'ticks', ticks }];
  }

  #ticks(ticks: readonly Tick[]): Shown[] {
    if (this.#reached) return [{ type: 'ticks', ticks }];
    if (this.#from === 'now') return [];
    const index = ticks.findIndex(({ id }) => id === this.#from);
    if (index === -1) {
      this.#held.push(...ticks);
      return [];
    }
    this.#reached = true;
    this.#held = [];
    return [{ type: 'ticks', ticks: ticks.slice(index + 1) }];
  }
}
