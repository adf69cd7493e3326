import type { WatchRow } from '../../store/watch-row.ts';

/** What a watchlist may be sorted by. */
export const SORT_KEYS = ['name', 'price', 'change', 'share'] as const;

export type SortKey = (typeof SORT_KEYS)[number];

/** By what, and which way. */
export interface Sort {
  readonly by: SortKey;
  readonly way: 'ascending' | 'descending';
}

/** Names from A, numbers from the highest: what is looked for first. */
export function firstSort(by: SortKey): Sort {
  return { by, way: by === 'name' ? 'ascending' : 'descending' };
}

/** What a press on the button of `by` makes of a sort: the other way round where it is sorted by that already. */
export function pressed(sort: Sort, by: SortKey): Sort {
  if (sort.by !== by) return firstSort(by);
  return { by, way: sort.way === 'ascending' ? 'descending' : 'ascending' };
}

/** Names of the tickers in the order of a sort; those that are equal from A to Z. The same array where it is `before`. */
export function sortedNames(
  rows: readonly WatchRow[],
  sort: Sort,
  before: readonly string[],
): readonly string[] {
  const sign = sort.way === 'ascending' ? 1 : -1;
  const names = rows
    .toSorted((a, b) => sign * compare(a, b, sort.by) || compare(a, b, 'name'))
    .map(({ ticker }) => ticker);
  return names.length === before.length && names.every((name, at) => name === before[at]) ? before : names;
}

/** Rows in the order of names. Those without a place among them come last, as they are. */
export function inOrder(rows: readonly WatchRow[], names: readonly string[]): WatchRow[] {
  const byName = new Map(rows.map((row) => [row.ticker, row]));
  const placed = names.flatMap((name) => byName.get(name) ?? []);
  const known = new Set(names);
  return [...placed, ...rows.filter(({ ticker }) => !known.has(ticker))];
}

/** Rows whose ticker holds a text, whichever case. */
export function filtered(rows: readonly WatchRow[], text: string): readonly WatchRow[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? rows : rows.filter(({ ticker }) => ticker.toLowerCase().includes(wanted));
}

function compare(a: WatchRow, b: WatchRow, by: SortKey): number {
  switch (by) {
    case 'name':
      return a.ticker < b.ticker ? -1 : Number(a.ticker > b.ticker);
    case 'price':
      return a.last.price - b.last.price;
    case 'change':
      return a.change - b.change;
    default:
      // Those without one count as unchanged.
      return (a.share ?? 0) - (b.share ?? 0);
  }
}
