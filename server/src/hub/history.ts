import { EVERY_TICKER, type Tick } from '@ticker/protocol';
import type { Backlog } from './backlog.ts';
import type { Tickers } from './filter.ts';

/** A snapshot: ticks oldest first, and where the first of them stands (`to` where there is none). */
export interface History {
  readonly ticks: Tick[];
  readonly first: number;
}

/**
 * The newest `limit` ticks of the tickers, across them, before position `to`; none from before a gap, since a
 * snapshot could not say that there is one.
 *
 * @param floor for each ticker, the position before which nothing may be given: it was sent already
 */
export function history(
  backlog: Backlog,
  tickers: Tickers,
  limit: number,
  to: number,
  floor: (ticker: string) => number = () => 0,
): History {
  const since = backlog.unbrokenSince(to);
  const positions =
    tickers === EVERY_TICKER
      ? newestOfAll(backlog, limit, Math.max(since, floor(EVERY_TICKER)), to, floor)
      : newestOf(backlog, tickers, limit, since, to, floor);
  const oldestFirst = positions.toReversed();
  return { ticks: oldestFirst.map((position) => backlog.at(position)), first: oldestFirst[0] ?? to };
}

function newestOfAll(
  backlog: Backlog,
  limit: number,
  since: number,
  to: number,
  floor: (ticker: string) => number,
): number[] {
  const positions: number[] = [];
  for (let position = to - 1; position >= since && positions.length < limit; position--) {
    if (position >= floor(backlog.at(position).ticker)) positions.push(position);
  }
  return positions;
}

/** Merges the tickers' series from their ends: a quiet ticker's ticks are found without reading the busy ones'. */
function newestOf(
  backlog: Backlog,
  tickers: ReadonlySet<string>,
  limit: number,
  since: number,
  to: number,
  floor: (ticker: string) => number,
): number[] {
  const heads = [...tickers].map((ticker) => ({
    ticker,
    n: backlog.countBefore(ticker, to) - 1,
    least: Math.max(since, floor(ticker)),
    position: -1,
  }));
  const look = (head: (typeof heads)[number]): void => {
    const position = backlog.nth(head.ticker, head.n);
    head.position = position !== undefined && position >= head.least ? position : -1;
  };
  for (const head of heads) look(head);
  const positions: number[] = [];
  while (positions.length < limit) {
    let newest: (typeof heads)[number] | undefined;
    for (const head of heads)
      if (head.position >= 0 && head.position > (newest?.position ?? -1)) newest = head;
    if (!newest) break;
    positions.push(newest.position);
    newest.n--;
    look(newest);
  }
  return positions;
}
