import type { Book } from './book.ts';
import type { Story } from './story.ts';

/** A tick that takes longer than this from its acknowledgement to a subscriber, in milliseconds, is late. */
export const LATE_MS = 1_000;

/** When the play was disturbed, and when its publishers ended. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * How long after a fault all was well again, in seconds: when the last late tick came, or the last pause of more than
 * {@link LATE_MS} without a tick was over; 0 where there was none. To those alone who get every tick: publishers are so many
 * that such a pause is none of theirs, unless they can't write either.
 */
export function secondsToRecover(stories: readonly Story[], book: Book, { from, to }: Span): number {
  let until = from;
  for (const { journey, ticks } of stories) {
    if (journey.mode !== 'all') continue;
    let last = Infinity;
    for (const { tick, at } of ticks) {
      const late = at - book.acknowledgedAt(tick.id) > LATE_MS;
      if (at > from && at <= to && (late || at - last > LATE_MS)) until = Math.max(until, at);
      last = at;
    }
  }
  return (until - from) / 1000;
}
