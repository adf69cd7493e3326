import { formatCount } from '../format.ts';

/** The words of the watchlist. Numbers come as text already, except counts. */
export const watchText = {
  title: 'Watchlist',
  list: 'Tickers',
  filter: 'Filter tickers',
  filterShort: 'Filter',
  clear: 'Clear the filter',
  sort: 'Sort by',
  sorts: { name: 'Name', price: 'Price', change: 'Change', share: '%' },
  sortNames: { name: 'name', price: 'price', change: 'change', share: 'change in per cent' },
  sortName: (by: string) => `Sort by ${by}`,
  sorted: { ascending: ', ascending', descending: ', descending' },
  arrows: { ascending: '↑', descending: '↓' },
  empty: 'Tickers appear with their first price.',
  noMatch: (filter: string) => `No ticker matches “${filter}”.`,
  matches: (some: number, all: number) =>
    `${formatCount(some)} of ${formatCount(all)} ${all === 1 ? 'ticker' : 'tickers'}`,
} as const;
