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
  const take = (...ticks: Tick[]): void => store.take({ type: 'ticks', ticks, conflated: 0 });
  const prices = (): number[] => store.view().watch.map(({ last }) => last.price);
  return { store, clock, frame, take, prices, told: () => told, frames };
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

test('a frame of before a flush is not one more from then on', () => {
  const { take, frame, frames, store } = setUp();
  take(tick('PIP', 1));
  store.flush();
  take(tick('PIP', 2));
  expect(frames).toHaveLength(2);
  frame();
  // The watchlist waits yet.
  expect(frames).toHaveLength(1);
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

test('of many that were quiet the one that was so for longest makes room', () => {
  const { take, frame, store, clock } = setUp();
  for (let n = 0; n < TICKERS_MAX; n++) {
    // All but the last are as old as each other; T5 is the oldest.
    clock.now = n === 5 ? 0 : 100;
    take(tick(`T${n}`, 1));
  }
  clock.now = 60_050;
  take(tick('EARLY', 1));
  clock.now = 60_101;
  take(tick('NEW', 1));
  frame();
  const { tickers } = store.view();
  expect(['T5', 'T4', 'EARLY'].map((name) => tickers.includes(name))).toEqual([false, true, true]);
  expect([tickers.includes('NEW'), tickers.length]).toEqual([true, TICKERS_MAX]);
});

test('a ticker chosen before it is seen is shown as soon as it is', () => {
  const { take, frame, store } = setUp();
  store.choose('ACME');
  take(tick('PIP', 1));
  frame();
  expect(store.view()).toMatchObject({ ticker: 'PIP', wanted: 'ACME' });
  take(tick('ACME', 2));
  frame();
  expect(store.view()).toMatchObject({ ticker: 'ACME', wanted: null, rows: [{ tick: { price: 2 } }] });
});

test('a ticker that is wanted gets a place among many lively ones: the quietest goes, never the one that is shown', () => {
  const { take, frame, store, clock } = setUp();
  for (let n = 0; n < TICKERS_MAX; n++) {
    clock.now = n;
    take(tick(`T${n}`, 1));
  }
  store.choose('ACME');
  take(tick('OTHER', 1), tick('ACME', 2));
  frame();
  const { ticker, wanted, tickers, full } = store.view();
  expect([ticker, wanted, tickers.length, full]).toEqual(['ACME', null, TICKERS_MAX, true]);
  expect(['OTHER', 'T0', 'T1', 'T2'].map((name) => tickers.includes(name))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  // It ousts nobody any more: one alone was wanted.
  take(tick('T1', 1));
  store.flush();
  expect(store.view().tickers).toEqual(tickers);
});

test('a choice ends the wait for another', () => {
  const { take, frame, store } = setUp();
  take(tick('PIP', 1));
  store.choose('ACME');
  store.choose('PIP');
  take(tick('ACME', 2));
  frame();
  expect(store.view().ticker).toBe('PIP');
});

test('the watchlist changes four times a second at most, and ends with what came last', () => {
  const { take, frame, frames, clock, prices, store } = setUp();
  take(tick('PIP', 1), tick('ACME', 5));
  frame();
  expect(prices()).toEqual([5, 1]);
  const seen = new Set();
  for (clock.now = 1; clock.now <= 1000; clock.now++) {
    take(tick('PIP', clock.now));
    if (clock.now % 16 === 0) frame();
    seen.add(store.view().watch);
  }
  expect([seen.size, prices()[1] === 1000]).toEqual([4, false]);
  // Nothing comes any more: the frames that are asked for bring the rest, and then there are none.
  clock.now = 2000;
  frame();
  expect([prices(), frames.length]).toEqual([[5, 1000], 0]);
});

test('a row that has not changed is the same object, and so is the list', () => {
  const { take, frame, clock, store } = setUp();
  take(tick('PIP', 1), tick('ACME', 5));
  frame();
  const before = store.view().watch;
  clock.now = 300;
  take(tick('PIP', 2));
  frame();
  const after = store.view().watch;
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  store.flush();
  expect(store.view().watch).toBe(after);
});

test('the pulse is of the ticker that is shown, from the first frame on', () => {
  const { take, frame, store } = setUp();
  take(tick('PIP', 1, 1_732_182_401_100));
  frame();
  expect(store.view().pulse?.latency).toBe(23);
  store.choose('ACME');
  take(tick('ACME', 1, 1_732_182_401_120));
  frame();
  expect(store.view()).toMatchObject({ ticker: 'ACME', pulse: { latency: 3 } });
});

test('a pause holds all that is shown, and counts what comes', () => {
  const { take, frame, store, prices } = setUp();
  take(tick('PIP', 1, 1000), tick('ACME', 5, 1000));
  frame();
  store.pause();
  const { rows, gap, first, high } = store.view();
  expect(store.view().paused).toEqual({ since: 1_732_182_401_123, held: 0 });
  take(tick('PIP', 2, 2000), tick('NEW', 1), tick('ACME', 6));
  store.take({ type: 'gap', reason: 'upstream', missed: 3 });
  store.flush();
  expect(store.view()).toMatchObject({ gap, first, high, tickers: ['ACME', 'PIP'], paused: { held: 3 } });
  expect(store.view().rows).toEqual(rows);
  expect([prices(), store.series('1s')?.bars.length]).toEqual([[5, 1], 1]);
});

test('who pauses can look at another ticker, as it was', () => {
  const { take, store } = setUp();
  take(tick('PIP', 1), tick('ACME', 5));
  store.pause();
  take(tick('ACME', 6));
  store.choose('ACME');
  expect(store.view()).toMatchObject({ ticker: 'ACME', rows: [{ tick: { price: 5 } }] });
  store.resume();
  expect(store.view()).toMatchObject({ ticker: 'ACME', paused: null });
});

test('a resume shows at once what came in the meantime', () => {
  const { take, store, prices } = setUp();
  take(tick('PIP', 1, 1000));
  store.pause();
  for (let n = 2; n <= 500; n++) take(tick('PIP', n, n * 1000));
  store.take({ type: 'gap', reason: 'upstream', missed: 3 });
  store.resume();
  expect(store.view()).toMatchObject({ paused: null, high: 500, gap: { missed: 3 } });
  expect(store.view().rows[0]?.tick.price).toBe(500);
  expect([prices(), store.series('1s')?.bars.length]).toEqual([[500], 500]);
});

test('a second pause does not begin anew', () => {
  const { take, store } = setUp();
  take(tick('PIP', 1));
  store.pause();
  take(tick('PIP', 2));
  store.pause();
  store.flush();
  expect(store.view()).toMatchObject({ paused: { held: 1 }, rows: [{ tick: { price: 1 } }] });
});

test('while paused only a change of the connection is told in the next frame; the count four times a second', () => {
  const { take, frame, frames, store, told, clock } = setUp();
  take(tick('PIP', 1));
  frame();
  store.pause();
  const before = told();
  take(tick('PIP', 2));
  frame();
  expect([told() - before, frames.length]).toEqual([0, 1]);
  store.setConnection({ status: 'offline', retryAt: null });
  frame();
  expect([told() - before, store.view().connection.status]).toEqual([1, 'offline']);
  clock.now = 250;
  frame();
  expect([told() - before, store.view().paused?.held, frames.length]).toEqual([2, 1, 0]);
});

test('adds up what the data saver skipped', () => {
  const { frame, store } = setUp();
  for (const conflated of [3, 0, 4]) store.take({ type: 'ticks', ticks: [tick('PIP', 1)], conflated });
  frame();
  expect(store.view().conflated).toBe(7);
});
