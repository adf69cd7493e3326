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
  const broken = [
    { condition: { type: 'moves', percent: 5 } },
    { condition: null },
    { tick: 1 },
    { time: 1e16 },
    { note: null },
  ];
  const alerts = [alert('a'), null, ...broken.map((fields) => ({ ...alert('b'), ...fields }))];
  expect(readFrame(JSON.stringify({ type: 'watching', id: null, alerts }))).toEqual({
    type: 'watching',
    id: null,
    alerts: [alert('a')],
  });
  expect(readFrame(JSON.stringify({ type: 'alert', alert: alerts[1] }))).toBeNull();
});

/** A message, with values of each field that make it none. */
const strict: [Record<string, unknown>, Record<string, unknown[]>][] = [
  [{ type: 'welcome', heartbeatMs: 1_000 }, { heartbeatMs: ['1000', null, 'x'] }],
  [
    { type: 'subscribed', id: 1, resumed: false },
    { id: ['1', null], resumed: [0, 'true', null] },
  ],
  [{ type: 'unsubscribed', id: 1 }, { id: ['1', null] }],
  [
    { type: 'gap', reason: 'upstream', missed: 7 },
    { reason: [7, null], missed: ['7', true] },
  ],
  [{ type: 'heartbeat', last: 'a' }, { last: [7, true] }],
  [
    { type: 'error', id: null, message: '' },
    { id: ['1', true], message: [7, null] },
  ],
  [{ type: 'error', id: 1, message: 'no' }, {}],
  [{ type: 'shutdown', reconnectAfterMs: 5 }, { reconnectAfterMs: ['5', null] }],
];

test.each(strict)('takes %j, and not with fields of another kind', (message, fields) => {
  expect(readFrame(JSON.stringify(message))).toEqual(message);
  for (const [field, values] of Object.entries(fields)) {
    for (const value of [...values, undefined])
      expect(readFrame(JSON.stringify({ ...message, [field]: value })), `${field} ${value}`).toBeNull();
  }
});

test('takes no number that is none', () => {
  expect(readFrame('{"type":"shutdown","reconnectAfterMs":1e999}')).toBeNull();
});

test('reads a list that is missing or none as empty, and counts that are none as none', () => {
  expect(readFrame('{"type":"ticks","ticks":{},"conflated":"many"}')).toEqual({
    type: 'ticks',
    ticks: [],
    conflated: 0,
  });
  expect(readFrame('{"type":"snapshot","id":7}')).toEqual({ type: 'snapshot', id: 7, ticks: [] });
  expect(readFrame('{"type":"snapshot","id":"7"}')).toEqual({ type: 'snapshot', id: null, ticks: [] });
  expect(readFrame('{"type":"watching","id":"7","alerts":7}')).toEqual({
    type: 'watching',
    id: null,
    alerts: [],
  });
});

test.each(['id', 'time', 'ticker', 'price'])('a tick without its %s is none', (field) => {
  const broken = [undefined, null, true, field === 'time' || field === 'price' ? '1' : 1];
  const ticks = broken.map((value) => ({ ...tick('a'), [field]: value }));
  expect(readFrame(JSON.stringify({ type: 'ticks', ticks, conflated: 0 }))).toMatchObject({ ticks: [] });
});

test('a time is one that a Date can hold', () => {
  const ticks = [8.64e15, -8.64e15, 8.64e15 + 2, -8.64e15 - 2].map((time) => ({ ...tick('a'), time }));
  expect(readFrame(JSON.stringify({ type: 'ticks', ticks, conflated: 0 }))).toMatchObject({
    ticks: ticks.slice(0, 2),
  });
});

test('an alert has its words, its time, its tick and its condition', () => {
  const good = [
    { time: 8.64e15 },
    { condition: { type: 'moves', percent: 5, window: '1m' } },
    { condition: { type: 'of tomorrow', price: 1 } },
  ];
  const bad = [
    ...['id', 'ticker', 'note', 'time', 'tick', 'condition'].map((field) => ({ [field]: undefined })),
    { time: '1' },
    { time: 8.64e15 + 2 },
    { tick: null },
    { condition: null },
    { condition: { type: 7, price: 1 } },
    { condition: { type: 'above', price: '1' } },
    { condition: { type: 'moves', percent: '5', window: '1m' } },
    { condition: { type: 'moves', percent: 5, window: 1 } },
  ];
  const taken = (fields: object): boolean =>
    readFrame(JSON.stringify({ type: 'alert', alert: { ...alert('a'), ...fields } })) !== null;
  expect(good.map(taken)).toEqual(good.map(() => true));
  expect(bad.map(taken)).toEqual(bad.map(() => false));
});

test('takes no frame that is no text', () => {
  expect(readFrame(new ArrayBuffer(8))).toBeNull();
  // What has a text all the same.
  expect(readFrame({ toString: () => '{"type":"unsubscribed","id":1}' })).toBeNull();
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
