import { describe, expect, test } from 'vitest';
import { fullJitter } from '../../src/feed/backoff.ts';
import { Driver, tick } from './driver.ts';

function live(): Driver {
  const driver = new Driver().join();
  driver.ticks('a');
  return driver;
}

/** Milliseconds to the next try. */
function delay(driver: Driver): number | undefined {
  return driver.seen.status === 'reconnecting' ? driver.seen.retryAt - driver.now : undefined;
}

test('full jitter is spread over the whole of a delay that doubles from 0.5 s to 20 s', () => {
  expect([0, 1, 2, 5, 6, 50].map((attempt) => fullJitter(attempt, 1))).toEqual([
    500, 1000, 2000, 16_000, 20_000, 20_000,
  ]);
  expect(fullJitter(9, 0)).toBe(0);
});

test('the first try comes within half a second', () => {
  const driver = live();
  driver.random = 0.999;
  driver.close(1006);
  expect(delay(driver)).toBeLessThan(500);
});

test('failed tries come at longer and longer intervals', () => {
  const driver = live();
  const delays = Array.from({ length: 8 }, () => {
    driver.close(1006);
    const ms = delay(driver) ?? -1;
    driver.advance(ms);
    return ms;
  });
  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('a connection that held for 5 s starts from the shortest delay again; one that broke at once does not', () => {
  const driver = live();
  for (const [held, expected] of [
    [0, 250],
    [0, 500],
    [4999, 1000],
    [5000, 250],
  ] as const) {
    driver.heartbeat();
    for (let ms = held; ms > 0; ms -= 1000) {
      driver.advance(Math.min(ms, 1000));
      driver.heartbeat();
    }
    driver.close(1006);
    expect(delay(driver)).toBe(expected);
    driver.advance(expected);
    driver.open();
    driver.confirm(true);
  }
});

test('after an announced restart it comes back when the server said, with jitter on top', () => {
  const driver = live();
  driver.receive({ type: 'shutdown', reconnectAfterMs: 4200 });
  driver.advance(1000);
  expect(driver.seen.status).toBe('live');
  driver.close(1012);
  expect(delay(driver)).toBe(3200 + 250);
});

test('an absurd reconnectAfterMs is not believed', () => {
  const driver = live();
  driver.receive({ type: 'shutdown', reconnectAfterMs: 1e12 });
  driver.close(1012);
  expect(delay(driver)).toBe(60_250);
});

describe.each([4408, 4429])('%i', (code) => {
  test('keeps away for 30 s, whatever a person or the browser wants', () => {
    const driver = live();
    driver.close(code);
    expect(driver.seen).toMatchObject({ status: 'reconnecting', retryNow: false });
    for (const type of ['retry-now', 'online', 'visible'] as const) driver.on({ type });
    driver.advance(29_999);
    expect(driver.seen.status).toBe('reconnecting');
    driver.advance(251);
    expect(driver.seen.status).toBe('connecting');
  });
});

test('4400 never comes back', () => {
  const driver = live();
  driver.close(4400);
  for (const type of ['retry-now', 'online', 'offline', 'online', 'visible', 'timer'] as const)
    driver.on({ type });
  driver.advance(1e7);
  expect(driver.seen).toEqual({ status: 'refused', code: 4400, retryNow: false });
});

test('4401 comes back only when a person asks, who may have signed in', () => {
  const driver = live();
  driver.close(4401);
  driver.on({ type: 'visible' });
  driver.advance(1e7);
  expect(driver.seen).toEqual({ status: 'refused', code: 4401, retryNow: true });
  driver.on({ type: 'retry-now' });
  expect(driver.seen.status).toBe('connecting');
});

test('a socket that never opens is given up after 10 s', () => {
  const driver = new Driver();
  driver.on({ type: 'start' });
  driver.advance(9999);
  expect(driver.seen.status).toBe('connecting');
  driver.advance(1);
  expect(driver.effects).toContainEqual({ type: 'close', socket: 1 });
  expect(driver.seen.status).toBe('reconnecting');
});

test('a subscribe that is never answered is given up after 15 s, though heartbeats come', () => {
  const driver = new Driver();
  driver.on({ type: 'start' });
  driver.open();
  driver.quietSeconds(14);
  expect(driver.seen.status).toBe('connecting');
  driver.quietSeconds(1);
  expect(driver.seen.status).toBe('reconnecting');
});

test('what the server says against a subscribe is shown', () => {
  const driver = new Driver();
  driver.on({ type: 'start' });
  driver.open();
  driver.receive({ type: 'error', id: 1, code: 'bad_request', message: 'no such ticker' });
  expect(driver.seen).toEqual({ status: 'connecting', again: false, problem: 'no such ticker' });
});

test('events of an earlier socket change nothing', () => {
  const driver = live();
  driver.close(1006);
  driver.advance(250);
  const { state } = driver;
  for (const type of ['open', 'message', 'closed'] as const) {
    driver.on({ type, socket: 1, message: null, code: 4400 });
    expect(driver.state).toEqual(state);
  }
});

test('messages of an earlier socket change nothing, though another is open', () => {
  const driver = live();
  driver.close(1006);
  driver.advance(250);
  driver.open();
  driver.confirm(true);
  const { state } = driver;
  driver.on({ type: 'message', socket: 1, message: { type: 'ticks', ticks: [tick('late')], conflated: 0 } });
  expect(driver.state).toEqual(state);
});
