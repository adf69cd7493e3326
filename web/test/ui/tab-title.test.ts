import { expect, test } from 'vitest';
import type { Connection } from '../../src/feed/connection.ts';
import { tabTitle } from '../../src/ui/tab-title.ts';

const tick = (price: number) => ({ id: 't', time: 0, ticker: 'PIP', price });
const live: Connection = { status: 'live' };
const stale: Connection = { status: 'stale', why: 'quiet', since: 0 };
const paused = { since: 0, held: 3 };

/** A view of which 44 was the first price. */
const view = (price: number, connection: Connection = live, held: typeof paused | null = null) =>
  ({ connection, paused: held, rows: [{ tick: tick(price), change: null }], first: tick(44) }) as const;

test.each([
  ['▲ 44.51 PIP · Ticker', view(44.51)],
  ['▼ 43.00 PIP · Ticker', view(43)],
  ['44.00 PIP · Ticker', view(44)],
  ['⚠ ▲ 44.51 PIP · Ticker', view(44.51, stale)],
  ['⚠ ▲ 44.51 PIP · Ticker', view(44.51, { status: 'waiting', held: true })],
  ['⏸ ▲ 44.51 PIP · Ticker', view(44.51, live, paused)],
  ['⚠ ⏸ ▲ 44.51 PIP · Ticker', view(44.51, stale, paused)],
  ['Ticker', { ...view(1), rows: [], first: null }],
])('%s', (title, shown) => {
  expect(tabTitle(shown)).toBe(title);
});
