import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrame } from '../../src/feed/frame.ts';
import { alert, tick } from './driver.ts';

test.each([
  { type: 'subscribed', id: 1, tickers: ['*'], mode: 'all', resumed: true },
  { type: 'ticks', ticks: [tick('a')], conflated: 2 },
  { type: 'snapshot', id: null, ticks: [] },
  { type: 'gap', reason: 'upstream', missed: null },
  { type: 'heartbeat', time: 1, last: null },
  { type: 'shutdown', reconnectAfterMs: 0 },
  { type: 'watching', id: 3, alerts: [alert('a')] },
  { type: 'alert', alert: alert('a') },
])('reads $type', (message) => {
  expect(readFrame(JSON.stringify(message))).toEqual(message);
});

test('ignores unknown fields, and those that are no ticks', () => {
  const ticks = [tick('a'), null, 1, { ...tick('b'), price: '1' }, { ...tick('c'), time: 1e16 }];
  expect(readFrame(JSON.stringify({ type: 'ticks', ticks, conflated: 0, extra: {} }))).toEqual({
    type: 'ticks',
    ticks: [tick('a')],
    conflated: 0,
  });
});

test('among alerts ignores those that are none', () => {
  const broken = [{ condition: { type: 'moves', percent: 5 } }, { tick: 1 }, { time: 1e16 }, { note: null }];
  const alerts = [alert('a'), null, ...broken.map((fields) => ({ ...alert('b'), ...fields }))];
  expect(readFrame(JSON.stringify({ type: 'watching', id: null, alerts }))).toEqual({
    type: 'watching',
    id: null,
    alerts: [alert('a')],
  });
  expect(readFrame(JSON.stringify({ type: 'alert', alert: alerts[1] }))).toBeNull();
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"type":"constructor"}',
  '{"type":"__proto__"}',
  '{"type":"gap"}',
  '{}',
])('makes nothing of %j', (text) => {
  expect(readFrame(text)).toBeNull();
});

test('never throws', () => {
  const type = fc.constantFrom(
    'welcome',
    'subscribed',
    'snapshot',
    'ticks',
    'gap',
    'heartbeat',
    'error',
    'shutdown',
    'watching',
    'alert',
  );
  const message = fc.record(
    {
      type,
      ticks: fc.anything(),
      id: fc.anything(),
      last: fc.anything(),
      alerts: fc.anything(),
      alert: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(message, fc.anything()), fc.string(), (value, text) => {
      readFrame(text);
      readFrame(value);
      readFrame(safeJson(value));
    }),
  );
});

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
