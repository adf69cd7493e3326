import type { Tick } from '@ticker/protocol';

/** A ticker in the watchlist. A new object whenever anything of it changes, and only then. */
export interface WatchRow {
  readonly ticker: string;
  readonly last: Tick;
  /** Since the first tick of the view. */
  readonly change: number;
  /** The change as a share of the first price: 0.01 is one per cent. Null where that was 0. */
  readonly share: number | null;
  /** The course of the price since then, for a sparkline, oldest first. */
  readonly trace: readonly number[];
}

/** Makes one of the first tick of the view and the last. */
export function watchRow(first: Tick, last: Tick, trace: readonly number[]): WatchRow {
  const change = last.price - first.price;
  const share = first.price === 0 ? null : change / Math.abs(first.price);
  return { ticker: last.ticker, last, change, share, trace };
}
