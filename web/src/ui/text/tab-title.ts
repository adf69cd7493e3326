/** The title of the tab. The marks come first: a narrow tab shows little more. */
export const titleText = {
  page: 'Ticker',
  priced: (marks: string, price: string, ticker: string) => `${marks}${price} ${ticker} · Ticker`,
  stale: '⚠ ',
  paused: '⏸ ',
  up: '▲ ',
  down: '▼ ',
  flat: '',
} as const;
