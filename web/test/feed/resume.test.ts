import { Limits } from '@ticker/protocol';
import { expect, test } from 'vitest';
import { NO_IDS, withIds } from '../../src/feed/recent-ids.ts';
import { sinceIds } from '../../src/feed/since.ts';
import { Driver } from './driver.ts';

const names = (count: number, prefix = 'id'): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Loses the connection and gets another; gives what was subscribed there. */
function reconnect(driver: Driver): unknown {
  driver.close(1006);
  driver.advance(20_000);
  driver.open();
  return driver.sent.at(-1);
}

test('the first subscribe asks for history, as there is nothing to go on after', () => {
  const driver = new Driver(['PIP'], 300).join();
  expect(driver.sent).toEqual([{ type: 'subscribe', id: 1, tickers: ['PIP'], mode: 'all', history: 300 }]);
});

test('a resume sends the ids received last, oldest first', () => {
  const driver = new Driver().join();
  driver.snapshot(1, 'a', 'b');
  driver.ticks('c');
  expect(reconnect(driver)).toMatchObject({ since: ['a', 'b', 'c'], history: 200 });
});

test('a resume sends 256 ids at most, and forgets the oldest', () => {
  const driver = new Driver().join();
  driver.ticks(...names(700));
  expect(reconnect(driver)).toMatchObject({ since: names(700).slice(-256) });
});

test('long ids are left out from the oldest on, so that the frame is not too large', () => {
  const long = names(256, 'x'.repeat(190));
  const since = sinceIds(withIds(NO_IDS, long), null);
  const frame = JSON.stringify({
    type: 'subscribe',
    id: 1,
    tickers: names(100, 'x'.repeat(29)),
    mode: 'all',
    history: 1000,
    since,
  });
  expect(frame.length).toBeLessThanOrEqual(Limits.messageBytes);
  expect(since.length).toBeGreaterThan(50);
  expect(since).toEqual(long.slice(-since.length));
});

test('the last heartbeat comes at the end, so that a quiet ticker is no false gap', () => {
  const driver = new Driver().join();
  driver.ticks('a', 'b');
  driver.heartbeat('other');
  expect(reconnect(driver)).toMatchObject({ since: ['a', 'b', 'other'] });
});

test('the last heartbeat is not listed twice, and keeps the list at 256', () => {
  expect(sinceIds(withIds(NO_IDS, ['a', 'b']), 'a')).toEqual(['a', 'b']);
  expect(sinceIds(withIds(NO_IDS, names(300)), 'last')).toEqual([...names(300).slice(-255), 'last']);
});

test('a heartbeat older than the newest tick is not sent', () => {
  const driver = new Driver().join();
  driver.heartbeat('old');
  driver.ticks('a');
  expect(reconnect(driver)).toMatchObject({ since: ['a'] });
});

test('a heartbeat before the subscribe is confirmed says nothing about what we were given', () => {
  const driver = new Driver().join();
  driver.ticks('a');
  reconnect(driver);
  driver.heartbeat('much later');
  expect(reconnect(driver)).toMatchObject({ since: ['a'] });
});

test('a heartbeat alone is enough to resume', () => {
  const driver = new Driver().join();
  driver.heartbeat('other');
  expect(reconnect(driver)).toMatchObject({ since: ['other'] });
});

test('what a resume repeats is not handed on again', () => {
  const driver = new Driver().join();
  driver.ticks('a', 'b');
  reconnect(driver);
  driver.confirm(true);
  driver.ticks('a', 'b', 'c', 'c');
  expect(driver.deliveredIds).toEqual(['a', 'b', 'c']);
});

test('a refused resume hands on its gap before the snapshot, once', () => {
  const driver = new Driver().join();
  driver.ticks('a');
  reconnect(driver);
  driver.confirm(false);
  driver.receive({ type: 'gap', reason: 'history_exceeded', missed: null });
  driver.snapshot(2, 'y', 'z');
  expect(driver.delivered.map(({ type }) => type)).toEqual(['ticks', 'gap', 'snapshot']);
});

test('a gap that comes before the answer counts as well', () => {
  const driver = new Driver().join();
  driver.ticks('a');
  reconnect(driver);
  driver.receive({ type: 'gap', reason: 'history_exceeded', missed: null });
  driver.confirm(false);
  driver.snapshot(2, 'z');
  expect(driver.delivered.map(({ type }) => type)).toEqual(['ticks', 'gap', 'snapshot']);
});

test('a refused resume without a gap gets one all the same: nothing is lost in silence', () => {
  const driver = new Driver().join();
  driver.ticks('a');
  reconnect(driver);
  driver.confirm(false);
  driver.snapshot(2, 'z');
  expect(driver.delivered.at(-2)).toEqual({ type: 'gap', reason: 'history_exceeded', missed: null });
});

test('after a token was accepted it goes on where the expired one had left it: nothing lost, nothing twice', () => {
  const driver = new Driver().join();
  driver.snapshot(1, 'a');
  driver.ticks('b');
  driver.close(4401, 'the token has expired');
  driver.advance(60_000);
  driver.on({ type: 'retry-now' });
  driver.open();
  expect(driver.sent.at(-1)).toMatchObject({ tickers: ['*'], since: ['a', 'b'] });
  driver.confirm(true);
  driver.ticks('b', 'c', 'd');
  expect(driver.seen.status).toBe('live');
  expect(driver.delivered.map(({ type }) => type)).not.toContain('gap');
  expect(driver.deliveredIds).toEqual(['a', 'b', 'c', 'd']);
});

test('a token of fewer tickers goes on with every ticker, which the server narrows down', () => {
  const driver = new Driver().join();
  driver.ticks('a');
  driver.close(4401);
  driver.on({ type: 'retry-now' });
  driver.open();
  driver.receive({ type: 'subscribed', id: 2, tickers: ['PIP'], mode: 'all', resumed: true });
  driver.ticks('b');
  expect(driver.seen.status).toBe('live');
  // Another token may allow more again.
  expect(reconnect(driver)).toMatchObject({ tickers: ['*'], since: ['a', 'b'] });
});

test('a first snapshot is no gap', () => {
  const driver = new Driver().join();
  driver.snapshot(1, 'a');
  expect(driver.delivered.map(({ type }) => type)).toEqual(['snapshot']);
});

test('changing tickers sends the difference', () => {
  const driver = new Driver(['PIP', 'ACME']).join();
  driver.on({ type: 'set-tickers', tickers: ['ACME', 'GLOBEX'] });
  expect(driver.sent.slice(1)).toEqual([
    { type: 'unsubscribe', id: 2, tickers: ['PIP'] },
    { type: 'subscribe', id: 3, tickers: ['GLOBEX'], mode: 'all', history: 200 },
  ]);
});

test('every ticker absorbs names, so none is taken out', () => {
  const driver = new Driver(['PIP']).join();
  driver.on({ type: 'set-tickers', tickers: ['*'] });
  expect(driver.sent.slice(1)).toMatchObject([{ type: 'subscribe', tickers: ['*'] }]);
});

test('a ticker that was not confirmed when the connection went gets its history on the next', () => {
  const driver = new Driver(['PIP']).join();
  driver.ticks('a');
  driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME'] });
  const before = driver.sent.length;
  reconnect(driver);
  expect(driver.sent.slice(before)).toMatchObject([
    { type: 'subscribe', tickers: ['PIP'], since: ['a'] },
    { type: 'subscribe', tickers: ['ACME'], history: 200 },
  ]);
});

test('other tickers that are wanted while there is no connection are asked for on the next, alone', () => {
  const driver = new Driver(['PIP']).join();
  driver.close(1006);
  expect(driver.on({ type: 'set-tickers', tickers: ['ACME'] }).map(({ type }) => type)).not.toContain('send');
  driver.advance(20_000);
  const before = driver.sent.length;
  driver.open();
  expect(driver.sent.slice(before)).toMatchObject([{ type: 'subscribe', tickers: ['ACME'], history: 200 }]);
});

test('a gap is owed by the snapshot of the resume that was refused, and by no other', () => {
  const driver = new Driver(['PIP']).join();
  driver.ticks('a');
  driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME'] });
  reconnect(driver);
  const added = driver.state.pending.at(-1)!.id;
  driver.confirm(false);
  driver.snapshot(added, 'x');
  expect(driver.delivered.map(({ type }) => type)).toEqual(['ticks', 'snapshot']);
});

test('a heartbeat after a subscribe that was refused says nothing about what we were given', () => {
  const driver = new Driver(['PIP']);
  driver.on({ type: 'start' });
  driver.open();
  driver.receive({ type: 'error', id: 1, code: 'too_many', message: 'too many' });
  driver.heartbeat('newest');
  expect(driver.state.last).toBeNull();
});

test('as many long ids are sent as fit beside the rest of a subscribe', () => {
  // With quotes and a comma each takes 192 bytes.
  const long = names(256, 'x'.repeat(186)).map((id) => id.slice(-189).padStart(189, 'x'));
  const most = (Limits.messageBytes - 4096) / 192;
  expect(sinceIds(withIds(NO_IDS, long), null)).toEqual(long.slice(-most));
});
