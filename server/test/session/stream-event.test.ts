import type { Tick } from '@ticker/protocol';
import { expect, it } from 'vitest';
import { batchEvents, streamEvent } from '../../src/session/stream-event.ts';

// PROTOCOL.md, "The stream", to the byte.

const tick = (id: string): Tick => ({ id, time: 1, ticker: 'PIP', price: 2 });
const json = JSON.stringify;

it('welcome says when to come back after a loss', () => {
  const limits = { history: 1, since: 1, tickers: 1, messageBytes: 1, messageBurst: 1, messagesPerSecond: 1 };
  const welcome = { type: 'welcome', version: '1', process: 'p', time: 1, heartbeatMs: 1, limits } as const;
  expect(streamEvent(welcome, 1_234)).toBe('retry: 1234\n\n');
});

it('a snapshot has the id of its last tick, an empty one none', () => {
  const ticks = [tick('a'), tick('b'), tick('c')];
  expect(streamEvent({ type: 'snapshot', id: null, ticks }, 0)).toBe(
    `id: c\nevent: snapshot\ndata: ${json({ ticks })}\n\n`,
  );
  expect(streamEvent({ type: 'snapshot', id: null, ticks: [] }, 0)).toBe(
    'event: snapshot\ndata: {"ticks":[]}\n\n',
  );
});

it('a gap has its reason, and what is missed', () => {
  expect(streamEvent({ type: 'gap', reason: 'slow_consumer', missed: 3 }, 0)).toBe(
    'event: gap\ndata: {"reason":"slow_consumer","missed":3}\n\n',
  );
});

it('a heartbeat is the newest id alone; without one it is a comment, for an empty id would be one', () => {
  expect(streamEvent({ type: 'heartbeat', time: 1, last: 'a' }, 0)).toBe('id: a\n\n');
  expect(streamEvent({ type: 'heartbeat', time: 1, last: null }, 0)).toBe(':\n\n');
});

it('a shutdown says when to come back, to an EventSource too', () => {
  expect(streamEvent({ type: 'shutdown', reconnectAfterMs: 700 }, 0)).toBe(
    'retry: 700\nevent: shutdown\ndata: {"reconnectAfterMs":700}\n\n',
  );
});

it('each tick is an event with its id, the first with what was skipped before it', () => {
  const batch = { ticks: [tick('a'), tick('b')], conflated: 4 };
  const events =
    `id: a\nevent: tick\ndata: ${json({ ...tick('a'), conflated: 4 })}\n\n` +
    `id: b\nevent: tick\ndata: ${json(tick('b'))}\n\n`;
  expect(streamEvent({ type: 'ticks', ...batch }, 0)).toBe(events);
  expect(batchEvents(batch).toString()).toBe(events);
  expect(batchEvents(batch)).toBe(batchEvents(batch));
  expect(batchEvents({ ticks: [tick('a')], conflated: 0 }).toString()).toBe(
    `id: a\nevent: tick\ndata: ${json(tick('a'))}\n\n`,
  );
});

it('what the request has said already is no event', () => {
  expect(streamEvent({ type: 'unsubscribed', id: 1, tickers: ['PIP'] }, 0)).toBe('');
});
