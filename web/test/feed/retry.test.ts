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
  expect(driver.seen).toEqual({ status: 'draining', backAt: driver.now + 3200 });
  driver.close(1012);
  expect(delay(driver)).toBe(3200 + 250);
});

test('a restart that was announced and did not come is no word any more when its time has passed', () => {
  const driver = live();
  driver.receive({ type: 'shutdown', reconnectAfterMs: 1500 });
  driver.advance(1499);
  driver.ticks('b');
  expect(driver.seen.status).toBe('draining');
  driver.advance(1);
  expect(driver.seen.status).toBe('live');
});

test('a server that falls silent while it restarts is silent, and given up like another', () => {
  const driver = live();
  driver.receive({ type: 'shutdown', reconnectAfterMs: 9000 });
  driver.advance(2500);
  expect(driver.seen).toMatchObject({ status: 'stale', why: 'silent' });
  driver.advance(3500);
  expect(driver.seen).toMatchObject({ status: 'reconnecting', retryAt: driver.now + 3000 + 250 });
});

test('an absurd reconnectAfterMs is not believed', () => {
  const driver = live();
  driver.receive({ type: 'shutdown', reconnectAfterMs: 1e12 });
  driver.close(1012);
  expect(delay(driver)).toBe(60_250);
});

describe.each([4408, 4429])('%i', (code) => {
  test('keeps away for 30 s, whatever a person or the browser wants, and says why', () => {
    const driver = live();
    driver.close(code, 'too many connections');
    expect(driver.seen).toEqual({
      status: 'reconnecting',
      retryAt: driver.now + 30_250,
      retryNow: false,
      problem: 'too many connections',
    });
    for (const type of ['retry-now', 'online', 'visible'] as const) driver.on({ type });
    driver.advance(29_999);
    expect(driver.seen.status).toBe('reconnecting');
    driver.advance(251);
    expect(driver.seen).toEqual({ status: 'connecting', again: true, problem: null });
  });

  test('has jitter on top of the 30 s, so that those it hit together come back apart', () => {
    const delays = [0, 0.999].map((random) => {
      const driver = live();
      driver.random = random;
      driver.close(code);
      return delay(driver) ?? 0;
    });
    expect(delays).toEqual([30_000, expect.closeTo(30_499.5)]);
  });
});

test('4400 never comes back', () => {
  const driver = live();
  driver.close(4400, 'too many bad messages');
  for (const type of ['retry-now', 'online', 'offline', 'online', 'visible', 'timer'] as const)
    driver.on({ type });
  driver.advance(1e7);
  expect(driver.seen).toEqual({ status: 'refused', reason: 'too many bad messages' });
});

test('4401 says why, and comes back only when a person asks, who may have signed in', () => {
  const driver = live();
  driver.close(4401, 'the token has expired');
  for (const type of ['online', 'offline', 'online', 'visible', 'timer'] as const) driver.on({ type });
  driver.advance(1e7);
  expect(driver.seen).toEqual({ status: 'unauthorised', reason: 'the token has expired' });
  expect(driver.state.socket).toBe(1);
  driver.on({ type: 'retry-now' });
  expect(driver.seen.status).toBe('connecting');
});

test('a token that is refused again is one try, not a loop', () => {
  const driver = live();
  driver.close(4401);
  for (let tries = 2; tries < 6; tries++) {
    driver.on({ type: 'retry-now' });
    driver.open();
    driver.close(4401, 'the token is not valid');
    driver.advance(1e6);
    expect(driver.seen).toEqual({ status: 'unauthorised', reason: 'the token is not valid' });
    expect(driver.state.socket).toBe(tries);
  }
});

test('a subscribe that the token does not allow says so, and leaves the server alone until a person asks', () => {
  const driver = new Driver(['ACME']);
  driver.on({ type: 'start' });
  driver.open();
  driver.receive({ type: 'error', id: 1, code: 'forbidden', message: 'the token does not allow ACME' });
  expect(driver.seen).toEqual({ status: 'forbidden', reason: 'the token does not allow ACME' });
  expect(driver.effects).toContainEqual({ type: 'close', socket: 1 });
  // Our own close, as the browser reports it.
  driver.close(1005);
  driver.advance(1e7);
  expect([driver.seen.status, driver.state.socket]).toEqual(['forbidden', 1]);
  driver.on({ type: 'retry-now' });
  expect(driver.seen.status).toBe('connecting');
});

test('a ticker that is added and not allowed is not passed over in silence', () => {
  const driver = live();
  driver.on({ type: 'set-tickers', tickers: ['*', 'ACME'] });
  driver.receive({ type: 'error', id: 2, code: 'forbidden', message: 'the token does not allow ACME' });
  expect(driver.seen.status).toBe('forbidden');
});

test('"forbidden" in answer to nothing that was asked changes nothing', () => {
  const driver = live();
  driver.receive({ type: 'error', id: 7, code: 'forbidden', message: 'no' });
  expect(driver.seen.status).toBe('live');
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
    driver.on({ type, socket: 1, message: null, code: 4400, reason: '' });
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

test('a socket that takes long to fail has not held: the tries get further apart', () => {
  const driver = new Driver();
  driver.on({ type: 'start' });
  driver.advance(10_000);
  expect(delay(driver)).toBe(250);
  driver.advance(250);
  driver.advance(10_000);
  expect(delay(driver)).toBe(500);
});

test('a connection has held from its answer on, however long that took', () => {
  const driver = new Driver();
  driver.on({ type: 'start' });
  driver.state = { ...driver.state, attempt: 2 };
  driver.open();
  driver.quietSeconds(6);
  driver.confirm();
  driver.close(1006);
  expect(delay(driver)).toBe(1000);
});

test('a server that will not have this page is left alone: no timer is set any more', () => {
  const driver = live();
  driver.close(4400);
  expect(driver.on({ type: 'timer' })).toEqual([]);
});
