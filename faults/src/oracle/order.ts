import type { Book } from './book.ts';
import type { Tick } from './evidence.ts';
import type { Story } from './story.ts';

/**
 * Ticks that came before one that must come first: one whose insert had been acknowledged before theirs was sent
 * (invariant 1). To a subscriber of the newest ticks that holds within each ticker.
 */
export function misplaced({ journey, ticks }: Story, book: Book): string[] {
  const all = ticks.map(({ tick }) => tick);
  if (journey.mode === 'all') return outOfOrder(all, book);
  const names = new Set(all.map(({ ticker }) => ticker));
  return [...names].flatMap((name) =>
    outOfOrder(
      all.filter(({ ticker }) => ticker === name),
      book,
    ),
  );
}

function outOfOrder(ticks: readonly Tick[], book: Book): string[] {
  const early: string[] = [];
  let first: string | undefined;
  let by = Infinity;
  for (const { id } of ticks.toReversed()) {
    const sentAt = book.sentAt(id);
    if (by < sentAt)
      early.push(`${id} came before ${first}, which was acknowledged ${ms(sentAt - by)} before it was sent`);
    const acknowledgedAt = book.acknowledgedAt(id);
    if (acknowledgedAt < by) [by, first] = [acknowledgedAt, id];
  }
  return early.toReversed();
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
