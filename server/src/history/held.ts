import { EVERY_TICKER, type Tick } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';
import type { Tickers } from '../hub/filter.ts';

/** Looks at a tick of the backlog; false: that's enough. */
export type Visit = (tick: Tick, position: number) => boolean;

/** Names whose ticks are less than this part of the backlog are found by their own positions. */
const SPARSE = 1 / 8;

/**
 * Visits the ticks of these tickers that the backlog holds, from the last delivered one back.
 *
 * @returns whether all were visited
 */
export function newestFirst(backlog: Backlog, tickers: Tickers, visit: Visit): boolean {
  if (tickers === EVERY_TICKER) return ofRing(backlog, () => true, visit);
  const names = [...tickers];
  const total = names.reduce((sum, ticker) => sum + count(backlog, ticker), 0);
  if (total > backlog.size * SPARSE) return ofRing(backlog, ({ ticker }) => tickers.has(ticker), visit);
  if (names.length === 1) return ofTicker(backlog, names[0]!, visit);
  const positions: number[] = [];
  for (const ticker of names) ofTicker(backlog, ticker, (_, position) => positions.push(position) > 0);
  return positions.toSorted((a, b) => b - a).every((position) => visit(backlog.at(position), position));
}

function ofRing(backlog: Backlog, wants: (tick: Tick) => boolean, visit: Visit): boolean {
  for (let position = backlog.next - 1; position >= backlog.first; position--) {
    const tick = backlog.at(position);
    if (wants(tick) && !visit(tick, position)) return false;
  }
  return true;
}

function ofTicker(backlog: Backlog, ticker: string, visit: Visit): boolean {
  const oldest = backlog.countBefore(ticker, backlog.first);
  for (let n = backlog.countBefore(ticker, backlog.next) - 1; n >= oldest; n--) {
    const position = backlog.nth(ticker, n)!;
    if (!visit(backlog.at(position), position)) return false;
  }
  return true;
}

function count(backlog: Backlog, ticker: string): number {
  return backlog.countBefore(ticker, backlog.next) - backlog.countBefore(ticker, backlog.first);
}
