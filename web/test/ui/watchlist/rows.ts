import { watchRow, type WatchRow } from '../../../src/store/watch-row.ts';

/** A row of the watchlist. */
export function row(ticker: string, first: number, price: number): WatchRow {
  const tick = { id: `${ticker}${price}`, time: 0, ticker, price };
  return watchRow({ ...tick, price: first }, tick, [first, price]);
}
