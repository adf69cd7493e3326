import type { Backlog } from '../hub/backlog.ts';

/**
 * The positions of a ticker's ticks in the backlog, oldest first, with `from <= position < to`. May be asked for one
 * after the other while ticks come and go: those that were overwritten meanwhile are left out.
 */
export function* heldPositions(
  backlog: Backlog,
  ticker: string,
  from: number,
  to: number,
): Generator<number, void, void> {
  for (let n = backlog.countBefore(ticker, Math.max(from, backlog.first)); ; n++) {
    let position = backlog.nth(ticker, n);
    if (position === undefined) {
      const oldest = backlog.countBefore(ticker, backlog.first);
      if (oldest <= n) return;
      n = oldest;
      position = backlog.nth(ticker, n);
    }
    if (position === undefined || position >= to) return;
    yield position;
  }
}

/**
 * The price of the ticker's newest tick before `position`, also when the ring has overwritten it, if it was the last; not
 * of one of an earlier topic.
 */
export function previousPrice(backlog: Backlog, ticker: string, position: number): number | undefined {
  const before = backlog.nth(ticker, backlog.countBefore(ticker, position) - 1);
  if (before !== undefined) return backlog.at(before).price;
  const latest = backlog.latest(ticker);
  if (!latest || latest.position >= position || latest.position < backlog.begin) return undefined;
  return latest.tick.price;
}
