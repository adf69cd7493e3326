import type { PlacedTick } from '@ticker/mongo';
import { OVERLAP } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';
import type { Tickers } from '../hub/filter.ts';
import { newestFirst } from './held.ts';

/** Ticks of these tickers, from a time and before another, in milliseconds since 1970. */
export interface Stretch {
  readonly tickers: Tickers;
  readonly from: number;
  readonly to: number;
}

/** What the backlog held of a stretch at one moment. */
export interface Held {
  readonly positions: ReadonlyMap<string, number>;
  /** The oldest position of the backlog then. */
  readonly first: number;
  /** The oldest time among them; Infinity where there are none. */
  readonly oldest: number;
}

/** What the backlog holds of a stretch now: ticks come and go while the topic is read. */
export function heldOf(backlog: Backlog, { tickers, from, to }: Stretch): Held {
  const positions = new Map<string, number>();
  let oldest = Infinity;
  newestFirst(backlog, tickers, ({ id, time }, position) => {
    if (time < from || time >= to) return true;
    positions.set(id, position);
    oldest = Math.min(oldest, time);
    return true;
  });
  return { positions, first: backlog.first, oldest };
}

/**
 * Of the topic's ticks of a stretch, those that are older than the backlog.
 *
 * A tick that was not held may also be newer: inserted, but not delivered yet. It is told by the member's own order:
 * it stands more than OVERLAP behind where the backlog began, as a held tick shows. So ticks wait until a held one was
 * met, or until none can come any more. (A backlog of fewer than OVERLAP ticks can't tell.)
 *
 * @param found the stretch, newest time first, read after `held` was
 * @returns them in the same order
 */
export async function* older(
  found: AsyncIterable<PlacedTick>,
  { positions, first, oldest }: Held,
  backlog: Backlog,
): AsyncGenerator<PlacedTick, void, void> {
  let end: number | undefined;
  let waiting: PlacedTick[] = [];
  for await (const placed of found) {
    const { tick, order } = placed;
    const position = positions.get(tick.id);
    if (position !== undefined) end ??= order - position + first + OVERLAP;
    // What is held now, and was not then, was delivered meanwhile.
    else if (backlog.position(tick.id) === undefined) waiting.push(placed);
    if (end === undefined && tick.time >= oldest) continue;
    for (const one of waiting) if (one.order <= (end ?? Infinity)) yield one;
    waiting = [];
  }
  for (const one of waiting) if (one.order <= (end ?? Infinity)) yield one;
}
