import type { Tick } from '@ticker/protocol';
import { expect, test } from 'vitest';
import { TICKERS_MAX } from '../../src/store/board.ts';
import { Store } from '../../src/store/store.ts';
import { RECENT_TICKS } from '../../src/store/ticker-record.ts';

let made = 0;

function tick(ticker: string, price: number, time = 1_000_000 + 1000 * made): Tick {
  return { id: `t${made++}`, time, ticker, price };
}

/** A store whose frames come when the test says so. */
function setUp() {
  const frames: (() => void)[] = [];
  const clock = { now: 0 };
  const store = new Store({
    nextFrame: (callback) => frames.push(callback),
    now: () => clock.now,
    wallClock: () => 1_732_182_401_123,
  });
  let told = 0;
  store.subscribe(() => told++);
  const frame = (): void => {
    for (const callback of frames.splice(0)) callback();
  };
  const take = (...ticks: Tick[]): void => store.take({ type: 'ticks', ticks });
  return { store, clock, frame, take, told: () => told, frames };
}

test('tells once a frame, however many ticks come', () => {
  const { take, frame, told, frames, store } = setUp();
  for (let n = 0; n < 1000; n++) take(tick('PIP', n));
  expect([frames.length, told(), store.view().rows.length]).toEqual([1, 0, 0]);
  frame();
  expect([told(), store.view().rows[0]?.tick.price]).toEqual([1, 999]);
  frame();
  expect(told()).toBe(1);
});

test('gives the same view until something comes', () => {
  const { take, frame, store } = setUp();
  take(tick('PIP', 1));
  frame();
  expect(store.view()).toBe(store.view());
});

test('takes ticks in while there are no frames, bounded, and shows them when the tab comes back', () => {
  const { take, told, store } = setUp();
  for (let n = 0; n < 5000; n++) take(tick('PIP', n, n * 1000));
  expect(store.series('1s')?.bars.at(-1)?.close).toBe(4999);
  expect(store.series('1s')?.bars.length).toBeLessThanOrEqual(1200);
  store.flush();
  expect([told(), store.view().rows.length]).toEqual([1, RECENT_TICKS]);
});

test('a frame that comes after the flush tells nobody again', () => {
  const { take, frame, told, store } = setUp();
  take(tick('PIP', 1));
  store.flush();
  frame();
  expect(told()).toBe(1);
});

test('shows the first ticker that it saw, and another when asked', () => {
  const { take, frame, store } = setUp();
  take(tick('PIP', 1), tick('ACME', 2), tick('PIP', 3));
  frame();
  expect(store.view()).toMatchObject({ ticker: 'PIP', tickers: ['ACME', 'PIP'], first: { price: 1 } });
  expect(store.view().rows.map(({ change }) => change)).toEqual([2, null]);
  store.choose('nobody');
  store.choose('ACME');
  expect(store.view()).toMatchObject({ ticker: 'ACME', rows: [{ tick: { price: 2 }, change: null }] });
});

test('keeps the list of tickers as it is while it does not change', () => {
  const { take, frame, store } = setUp();
  take(tick('PIP', 1));
  frame();
  const { tickers } = store.view();
  take(tick('PIP', 2));
  frame();
  expect(store.view().tickers).toBe(tickers);
});

test('counts the ticks that are too old for the chart, and shows them in the table', () => {
  const { take, frame, store } = setUp();
  for (let second = 0; second <= 1201; second++) take(tick('PIP', 1, second * 1000));
  take(tick('PIP', 7, 0));
  frame();
  expect(store.view()).toMatchObject({ late: 1 });
  expect(store.view().rows[0]?.tick.price).toBe(7);
});

test('says what gap there was, and how many', () => {
  const { take, frame, store } = setUp();
  take(tick('PIP', 1));
  store.take({ type: 'gap', reason: 'upstream', missed: null });
  store.take({ type: 'gap', reason: 'slow_consumer', missed: 17 });
  take(tick('PIP', 1));
  frame();
  expect(store.view().gap).toEqual({ at: 1_732_182_401_123, reason: 'slow_consumer', missed: 17, count: 2 });
  expect(store.series('1s')?.bars.at(-1)?.gap).toBe('before');
});

test('holds a bounded number of tickers, and says that there are more', () => {
  const { take, frame, store } = setUp();
  for (let n = 0; n < TICKERS_MAX + 10; n++) take(tick(`T${n}`, 1));
  frame();
  expect([store.view().tickers.length, store.view().full, store.view().ticker]).toEqual([
    TICKERS_MAX,
    true,
    'T0',
  ]);
});

test('a ticker that was quiet for a minute makes room, but never the one that is shown', () => {
  const { take, frame, store, clock } = setUp();
  for (let n = 0; n < TICKERS_MAX; n++) take(tick(`T${n}`, 1));
  clock.now = 60_001;
  take(tick('NEW', 1));
  frame();
  const { tickers, full } = store.view();
  expect([tickers.includes('NEW'), tickers.includes('T0'), tickers.includes('T1'), full]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
