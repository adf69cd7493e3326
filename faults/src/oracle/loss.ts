import type { Book } from './book.ts';
import { wants } from './journey.ts';
import type { Story } from './story.ts';

/**
 * Ticks that a subscriber should have got, and that no gap tells of (invariant 2).
 *
 * A tick that did not come is told of by a gap in whose place it could stand: nothing that came before the gap was sent
 * after the tick was acknowledged, and nothing that came after it was acknowledged before the tick was sent. The begin of a
 * recording is such a place too. Its end is none: whoever plays waits until everything has come.
 */
export function lost(story: Story, book: Book): string[] {
  return story.journey.mode === 'all' ? missing(story, book) : outdated(story, book);
}

function missing({ journey, ticks, gaps }: Story, book: Book): string[] {
  const got = new Set(ticks.map(({ tick }) => tick.id));
  const places = [0, ...gaps.map(({ before }) => before)].map((before) => ({
    from: ticks.slice(0, before).reduce((most, { tick }) => Math.max(most, book.sentAt(tick.id)), -Infinity),
    to: ticks
      .slice(before)
      .reduce((least, { tick }) => Math.min(least, book.acknowledgedAt(tick.id)), Infinity),
  }));
  return book.owed
    .filter(({ id, ticker }) => wants(journey, ticker) && !got.has(id))
    .filter(
      ({ id }) => !places.some(({ from, to }) => from <= book.acknowledgedAt(id) && book.sentAt(id) <= to),
    )
    .map(({ id }) => id);
}

/** Who gets the newest ticks alone must end with the newest of each ticker: none is surely newer. */
function outdated({ journey, ticks }: Story, book: Book): string[] {
  const lastAt = new Map<string, number>();
  for (const { tick } of ticks) lastAt.set(tick.ticker, book.acknowledgedAt(tick.id));
  return book.owed
    .filter(({ ticker }) => wants(journey, ticker))
    .filter(({ id, ticker }) => book.sentAt(id) > (lastAt.get(ticker) ?? -Infinity))
    .map(({ id }) => id);
}
