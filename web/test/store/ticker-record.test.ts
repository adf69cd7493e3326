import { expect, test } from 'vitest';
import { RECENT_TICKS, TickerRecord } from '../../src/store/ticker-record.ts';

const tick = (n: number) => ({ id: `t${n}`, time: 1000 * n, ticker: 'PIP', price: n });

test('the ticks held are bounded, and at least as many as are shown', () => {
  const record = new TickerRecord(tick(0));
  for (let n = 0; n < 1000; n++) {
    record.add(tick(n), n);
    expect(record.rows.length).toBeLessThanOrEqual(2 * RECENT_TICKS);
    expect(record.rows.length).toBeGreaterThanOrEqual(Math.min(n + 1, RECENT_TICKS));
  }
  expect(record.rows.at(-1)).toEqual({ tick: tick(999), change: 1 });
});

test('each interval has its own bars', () => {
  const record = new TickerRecord(tick(0));
  for (let n = 0; n < 60; n++) record.add(tick(n), n);
  expect((['1s', '5s', '15s', '1m'] as const).map((name) => record.series(name).bars.length)).toEqual([
    60, 12, 4, 1,
  ]);
});
