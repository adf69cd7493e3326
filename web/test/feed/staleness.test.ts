import { Limits } from '@ticker/protocol';
import { describe, expect, test } from 'vitest';
import { quietAfter } from '../../src/feed/timing.ts';
import { Driver } from './driver.ts';

function live(): Driver {
  const driver = new Driver().join();
  driver.ticks('a');
  return driver;
}

describe('silence: an open socket that brings nothing', () => {
  test('is stale after 2.5 s, and dropped after 6 s', () => {
    const driver = live();
    const { now } = driver;
    driver.advance(2499);
    expect(driver.seen.status).toBe('live');
    driver.advance(1);
    expect(driver.seen).toEqual({ status: 'stale', why: 'silent', since: now });
    driver.advance(3499);
    expect(driver.seen.status).toBe('stale');
    driver.advance(1);
    expect(driver.seen.status).toBe('reconnecting');
    expect(driver.effects).toContainEqual({ type: 'close', socket: 1 });
  });

  test('is noticed while waiting for the first price, too', () => {
    const driver = new Driver().join();
    driver.advance(2500);
    expect(driver.seen).toMatchObject({ status: 'stale', why: 'silent' });
  });

  test('is over with anything received, even what can not be read', () => {
    const driver = live();
    driver.advance(3000);
    driver.receive(null);
    expect(driver.seen.status).toBe('live');
  });

  test('goes by the heartbeat that the server announces, within bounds', () => {
    const driver = new Driver().join();
    const welcome = { type: 'welcome', version: '1', process: 'a', time: 0, limits: Limits } as const;
    driver.receive({ ...welcome, heartbeatMs: 2000 });
    driver.advance(4999);
    expect(driver.seen.status).toBe('waiting');
    driver.advance(1);
    expect(driver.seen.status).toBe('stale');
    driver.receive({ ...welcome, heartbeatMs: 0 });
    driver.advance(2499);
    expect(driver.seen.status).toBe('waiting');
  });

  test('of hours, as after a sleep, is dropped at the first event', () => {
    const driver = live();
    driver.now += 1e7;
    driver.on({ type: 'visible' });
    expect(driver.seen.status).toBe('reconnecting');
  });
});

describe('no price, though heartbeats come', () => {
  test('is stale after 5 s, and says since when', () => {
    const driver = live();
    const { now } = driver;
    driver.quietSeconds(4);
    driver.advance(999);
    expect(driver.seen.status).toBe('live');
    driver.advance(1);
    expect(driver.seen).toEqual({ status: 'stale', why: 'quiet', since: now });
  });

  test('is waiting, not stale, as long as there never was one', () => {
    const driver = new Driver().join();
    driver.snapshot(1);
    driver.quietSeconds(3600);
    expect(driver.seen).toEqual({ status: 'waiting', held: false });
  });

  test('is not made live by prices of the past', () => {
    const driver = new Driver().join();
    driver.snapshot(1, 'a');
    expect(driver.seen).toEqual({ status: 'waiting', held: true });
    driver.quietSeconds(5);
    expect(driver.seen).toMatchObject({ status: 'stale', why: 'quiet' });
    driver.ticks('b');
    expect(driver.seen.status).toBe('live');
  });

  test('is not made live by a reconnect', () => {
    const driver = live();
    driver.quietSeconds(60);
    driver.close(1006);
    driver.advance(250);
    driver.open();
    driver.confirm(true);
    expect(driver.seen).toMatchObject({ status: 'stale', why: 'quiet' });
  });

  test.each([
    [
      'a gap and what is left of the past',
      (driver: Driver) => {
        driver.receive({ type: 'gap', reason: 'history_exceeded', missed: null });
        driver.snapshot(2, 'b', 'c');
      },
    ],
    ['what is left of the past, and no word of the gap', (driver: Driver) => driver.snapshot(2, 'b', 'c')],
  ])('is not made live by a reconnect that could not go on where it was: %s', (_what, comes) => {
    const driver = live();
    driver.quietSeconds(60);
    driver.close(1006);
    driver.advance(250);
    driver.open();
    driver.confirm(false);
    comes(driver);
    expect(driver.seen).toEqual({ status: 'waiting', held: true });
    driver.quietSeconds(5);
    expect(driver.seen).toMatchObject({ status: 'stale', why: 'quiet' });
    driver.ticks('d');
    expect(driver.seen.status).toBe('live');
  });

  test('is live with the next price, where the reader was too slow for some', () => {
    const driver = live();
    driver.receive({ type: 'gap', reason: 'slow_consumer', missed: 17 });
    driver.snapshot(null, 'b');
    expect(driver.seen).toEqual({ status: 'waiting', held: true });
    driver.ticks('c');
    expect(driver.seen.status).toBe('live');
  });

  test('is told of a feed whose tickers change as of its last price, not by the past of the new one', () => {
    const driver = new Driver(['PIP']).join();
    driver.ticks('a');
    driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME'] });
    driver.confirm();
    driver.snapshot(2, 'b');
    expect(driver.seen.status).toBe('live');
    driver.quietSeconds(5);
    driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME', 'CGN'] });
    driver.confirm();
    driver.snapshot(3, 'c');
    expect(driver.seen).toMatchObject({ status: 'stale', why: 'quiet' });
  });

  test('of a publisher of one tick a minute is stale only after three minutes', () => {
    const driver = live();
    for (const id of ['b', 'c', 'd']) {
      driver.quietSeconds(60);
      driver.ticks(id);
    }
    driver.quietSeconds(179);
    expect(driver.seen.status).toBe('live');
    driver.quietSeconds(1);
    expect(driver.seen.status).toBe('stale');
  });
});

test('one outage does not pass for a slow pace', () => {
  expect(quietAfter([1000, 1000, 1000, 3_600_000, 1000, 1000, 1000])).toBe(5000);
});

test('the pace stretches the limit to 5 min at most, and two pauses are no pace', () => {
  expect(quietAfter([1e9, 1e9, 1e9])).toBe(300_000);
  expect(quietAfter([60_000, 60_000])).toBe(5000);
});

describe('offline', () => {
  test('is shown at once, and ends with the browser saying so', () => {
    const driver = live();
    driver.on({ type: 'offline' });
    expect(driver.seen).toEqual({ status: 'offline', retryAt: null });
    const effects = driver.on({ type: 'online' });
    expect(effects.slice(0, 2)).toEqual([
      { type: 'close', socket: 1 },
      { type: 'connect', socket: 2 },
    ]);
  });

  test('is not taken back by what was under way already', () => {
    const driver = live();
    driver.on({ type: 'offline' });
    driver.advance(1000);
    driver.ticks('b');
    expect(driver.seen.status).toBe('offline');
    expect(driver.deliveredIds).toEqual(['a', 'b']);
  });

  test('is taken back by a socket that goes on: the server may be on this machine', () => {
    const driver = live();
    driver.on({ type: 'offline' });
    driver.advance(1000);
    driver.on({ type: 'offline' });
    driver.advance(500);
    driver.ticks('b');
    expect(driver.seen.status).toBe('live');
  });

  test('goes on trying, as browsers are wrong about networks', () => {
    const driver = live();
    driver.on({ type: 'offline' });
    driver.advance(6000);
    expect(driver.seen).toMatchObject({ status: 'offline', retryAt: driver.now + 250 });
    driver.advance(250);
    driver.open();
    driver.confirm(true);
    expect(driver.seen.status).toBe('stale');
  });
});

describe('a server that says why no prices come to itself', () => {
  test.each(['no_primary', 'unreadable'] as const)('is stale at once, and says why: %s', (why) => {
    const driver = live();
    const { now } = driver;
    driver.advance(1000);
    driver.heartbeat(null, why);
    expect(driver.seen).toEqual({ status: 'stale', why, since: now });
    driver.advance(2499);
    expect(driver.seen).toMatchObject({ why });
    driver.advance(1);
    expect(driver.seen).toMatchObject({ why: 'silent' });
  });

  test('is stale, not waiting, where there never was a price', () => {
    const driver = new Driver().join();
    const { now } = driver;
    driver.heartbeat(null, 'no_primary');
    expect(driver.seen).toEqual({ status: 'stale', why: 'no_primary', since: now });
  });

  test.each([
    ['the next price', (driver: Driver) => driver.ticks('b')],
    ['a heartbeat that says so no more', (driver: Driver) => driver.heartbeat()],
    [
      'a heartbeat with a word that this page does not know',
      (driver: Driver) => driver.heartbeat(null, 'flood' as never),
    ],
  ])('is live again by %s', (_what, happens) => {
    const driver = live();
    driver.heartbeat(null, 'no_primary');
    happens(driver);
    expect(driver.seen.status).toBe('live');
  });

  test('is stale while it restarts, too: no prices come until the next one', () => {
    const driver = live();
    const { now } = driver;
    driver.heartbeat(null, 'no_primary');
    driver.receive({ type: 'shutdown', reconnectAfterMs: 9000 });
    expect(driver.seen).toEqual({ status: 'stale', why: 'no_primary', since: now });
    driver.ticks('b');
    expect(driver.seen).toEqual({ status: 'draining', backAt: now + 9000 });
    driver.quietSeconds(5);
    expect(driver.seen).toMatchObject({ status: 'stale', why: 'quiet' });
  });

  test('has said nothing of the next one', () => {
    const driver = live();
    driver.heartbeat(null, 'no_primary');
    driver.close(1006);
    driver.advance(250);
    driver.open();
    driver.confirm(true);
    expect(driver.seen.status).toBe('live');
  });
});
