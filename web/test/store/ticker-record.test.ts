import { expect, test } from 'vitest';
import { ticksPerSecond } from '../../src/store/pace.ts';
import { RECENT_TICKS, TickerRecord } from '../../src/store/ticker-record.ts';

const tick = (n: number, price = n) => ({ id: `t${n}`, time: 1000 * n, ticker: 'PIP', price });
const live = (now: number, wallClock = now) => ({ now, wallClock, live: true });
const history = (now: number, wallClock: number) => ({ now, wallClock, live: false });

test('the ticks held are bounded, and at least as many as are shown', () => {
  const record = new TickerRecord(tick(0));
  for (let n = 0; n < 1000; n++) {
    record.add(tick(n), live(n));
    expect(record.rows.length).toBeLessThanOrEqual(2 * RECENT_TICKS);
    expect(record.rows.length).toBeGreaterThanOrEqual(Math.min(n + 1, RECENT_TICKS));
  }
  expect(record.rows.at(-1)).toEqual({ tick: tick(999), change: 1 });
});

test('each interval has its own bars', () => {
  const record = new TickerRecord(tick(0));
  for (let n = 0; n < 60; n++) record.add(tick(n), live(n));
  expect((['1s', '5s', '15s', '1m'] as const).map((name) => record.series(name).bars.length)).toEqual([
    60, 12, 4, 1,
  ]);
});

test('knows the open, the highest and the lowest price of the view', () => {
  const record = new TickerRecord(tick(0, 5));
  for (const [n, price] of [5, 9, -2, 4].entries()) record.add(tick(n, price), live(n));
  expect([record.first.price, record.high, record.low]).toEqual([5, 9, -2]);
});

test('a tick that comes as history is as old as it says, and says nothing of latency and pace', () => {
  const record = new TickerRecord(tick(7));
  record.add(tick(7), history(500, 10_000));
  expect(record.tickedAt).toBe(500 - 3000);
  expect(record.arrivedAt).toBe(500);
  expect(record.pulse).toMatchObject({ latency: null, arrivals: { since: null } });
});

test('a tick of history that claims to be of the future is of now', () => {
  const record = new TickerRecord(tick(7));
  record.add(tick(7), history(500, 1000));
  expect(record.tickedAt).toBe(500);
});

test('a live tick is as old as its arrival, and its latency is by both clocks', () => {
  const record = new TickerRecord(tick(7));
  record.add(tick(7), live(500, 7012));
  expect(record.tickedAt).toBe(500);
  expect(record.pulse.latency).toBe(12);
  expect(ticksPerSecond(record.pulse.arrivals, 500)).toBe(1);
});

test('its row is the same object until a tick comes', () => {
  const record = new TickerRecord(tick(1, 8));
  record.add(tick(1, 8), live(0));
  const row = record.watchRow;
  expect(record.watchRow).toBe(row);
  record.add(tick(2, 10), live(1));
  expect(record.watchRow).not.toBe(row);
  expect(record.watchRow).toMatchObject({ ticker: 'PIP', change: 2, share: 0.25, trace: [8, 10] });
  expect(row).toMatchObject({ change: 0, trace: [8] });
});

test('a first price of 0 has no percentage', () => {
  const record = new TickerRecord(tick(1, 0));
  record.add(tick(2, 3), live(0));
  expect(record.watchRow).toMatchObject({ change: 3, share: null });
});

test('what is held stays as it was', () => {
  const record = new TickerRecord(tick(1));
  record.add(tick(1), live(0, 1000));
  const held = record.hold(100);
  for (let n = 2; n < 400; n++) record.add(tick(n), live(n, 1000 * n + 50));
  expect(held).toMatchObject({ high: 1, low: 1, tickedAt: 0, pulse: { heldAt: 100, latency: 0 } });
  expect(held.rows.map((row) => row.tick.price)).toEqual([1]);
  expect(held.series('1s').bars.map(({ close }) => close)).toEqual([1]);
  expect(held.watchRow.last.price).toBe(1);
  expect(record.series('1s').bars).toHaveLength(399);
});
