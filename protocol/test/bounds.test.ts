import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { alertRule as ruleExamples, newAlertRule, queueReport } from '../src/alert-examples.ts';
import { Alert, AlertRule, AlertRuleChange, NewAlertRule, QueueReport } from '../src/alert-schemas.ts';
import * as schemas from '../src/schemas.ts';
import { isTicker } from '../src/tick.ts';

// What is let through, and what is not, at the bounds that PROTOCOL.md and the documents name.

const list = <Item>(length: number, item: (n: number) => Item): Item[] =>
  Array.from({ length }, (_, n) => item(n));
const REF = { good: [0, 7, Number.MAX_SAFE_INTEGER], bad: [-1, 0.5, 2 ** 53, '7', null] };
const REF_OR_NULL = { good: [null, 0], bad: [-1, 0.5, '7'] };
const NAMES = {
  good: [['PIP'], ['*'], ['a.B_c-9'], list(100, (n) => `T${n}`), ['A'.repeat(32)]],
  bad: [[], list(101, (n) => `T${n}`), ['A'.repeat(33)], [''], ['a b'], ['**'], ['*A'], ['A*'], [7], 'PIP'],
};
const NAME = { good: ['PIP', 'A'.repeat(32)], bad: ['', '*', 'A'.repeat(33), ' PIP', 'PIP ', 7] };
const ID = { good: ['i', 'i'.repeat(200)], bad: ['', 'i'.repeat(201), 7] };
const COUNT = { good: [0, 7], bad: [-1, 0.5, '7', null] };
const TEXT = { good: ['', 'words'], bad: [7, null] };
const INTEGER = { good: [0, -1, 1_732_190_401_123], bad: [0.5, '0', null] };
const SWITCH = { good: [true, false], bad: [0, 'true', null] };
const oneOf = (...good: unknown[]) => ({ good, bad: ['', 'other', 7] });

const tick = { id: 't', time: 0, ticker: 'PIP', price: 1 };
const TICKS = { good: [[], [tick, tick]], bad: [[{}], [7], tick, null] };
const above = { type: 'above', price: 1 };
const priced = (price: unknown): object[] =>
  ['above', 'below', 'crosses_up', 'crosses_down'].map((type) => ({ type, price }));
const moves = (percent: unknown, window: unknown): object => ({ type: 'moves', percent, window });
const CONDITION = {
  good: [
    ...priced(1e15),
    ...priced(Number.MIN_VALUE),
    ...['10s', '1m', '5m', '15m', '1h'].map((window) => moves(0.01, window)),
    moves(1_000, '1h'),
  ],
  bad: [
    ...priced(0),
    ...priced(1.1e15),
    ...priced('1'),
    ...priced(undefined),
    ...priced(1).map((condition) => ({ ...condition, pirce: 2 })),
    moves(0.009, '1m'),
    moves(1_001, '1m'),
    moves(5, '2m'),
    moves(5, ''),
    { ...moves(5, '1m'), price: 1 },
    { type: 'is', price: 1 },
    { type: '', price: 1 },
    {},
  ],
};
const COOL_DOWN = { good: [1_000, 604_800_000], bad: [999, 604_800_001, 1_000.5, '1000'] };
const NOTE = { good: ['', 'n'.repeat(200)], bad: ['n'.repeat(201), 7, null] };
const url = 'https://example.com/';
const key = 'a'.repeat(32);
const WEBHOOK = {
  good: [
    { url },
    { url: 'u'.repeat(2_000) },
    { url, secret: `whsec_${key}` },
    { url, secret: `whsec_${'A+/9'.repeat(22)}==` },
  ],
  bad: [
    { url: '' },
    { url: 'u'.repeat(2_001) },
    {},
    { url, secert: 'x' },
    { url, secret: `whsec_${key.slice(1)}` },
    { url, secret: `whsec_${'a'.repeat(89)}` },
    { url, secret: `whsec_${key}===` },
    { url, secret: `x whsec_${key}` },
    { url, secret: key },
  ],
};
const rule = ruleExamples[0]!;
const { last } = rule;
const delivery = (change: object): object => ({ ...last, delivery: { ...last.delivery, ...change } });
const LAST = {
  good: [
    null,
    last,
    ...['delivering', 'delivered', 'dead'].map((state) => delivery({ state })),
    delivery({ attempts: 0, error: 'it was closed' }),
  ],
  bad: [
    {},
    { ...last, alert: '' },
    { ...last, tick: {} },
    { ...last, time: '0' },
    { ...last, delivery: {} },
    delivery({ state: '' }),
    delivery({ attempts: -1 }),
    delivery({ error: 7 }),
  ],
};

type Values = { readonly good: readonly unknown[]; readonly bad: readonly unknown[] };

/** A schema, one that it lets through, and for fields of it what else it does, and does not. */
const table: [string, TSchema, object, Record<string, Values>][] = [
  [
    'subscribe',
    schemas.Subscribe,
    { type: 'subscribe', id: 1, tickers: ['PIP'] },
    {
      type: oneOf('subscribe'),
      id: REF,
      tickers: NAMES,
      mode: oneOf('all', 'latest', undefined),
      history: { good: [0, 1_000], bad: [-1, 1_001, 0.5, '7', null] },
      since: {
        good: ['i', 'i'.repeat(200), ['i'], list(256, (n) => `i${n}`)],
        bad: ['', 'i'.repeat(201), [], [''], list(257, (n) => `i${n}`), 7, null],
      },
    },
  ],
  [
    'unsubscribe',
    schemas.Unsubscribe,
    { type: 'unsubscribe', id: 1, tickers: ['PIP'] },
    { type: oneOf('unsubscribe'), id: REF, tickers: NAMES },
  ],
  ['watch', schemas.Watch, { type: 'watch', id: 1 }, { type: oneOf('watch'), id: REF }],
  [
    'subscribed',
    schemas.Subscribed,
    { type: 'subscribed', id: 1, tickers: ['PIP'], mode: 'all', resumed: true },
    { id: REF, tickers: NAMES, mode: oneOf('all', 'latest'), resumed: SWITCH },
  ],
  ['snapshot', schemas.Snapshot, { type: 'snapshot', id: 1, ticks: [] }, { id: REF_OR_NULL, ticks: TICKS }],
  ['ticks', schemas.Ticks, { type: 'ticks', ticks: [], conflated: 0 }, { ticks: TICKS, conflated: COUNT }],
  [
    'gap',
    schemas.Gap,
    { type: 'gap', reason: 'upstream', missed: null },
    {
      reason: oneOf('history_exceeded', 'slow_consumer', 'upstream'),
      missed: { good: [0, 7, null], bad: [-1, 0.5, '7'] },
    },
  ],
  [
    'heartbeat',
    schemas.Heartbeat,
    { type: 'heartbeat', time: 0, last: null },
    { time: INTEGER, last: { good: [...ID.good, null], bad: ID.bad } },
  ],
  [
    'unsubscribed',
    schemas.Unsubscribed,
    { type: 'unsubscribed', id: 1, tickers: ['PIP'] },
    { id: REF, tickers: NAMES },
  ],
  [
    'watching',
    schemas.Watching,
    { type: 'watching', id: 1, alerts: [] },
    {
      id: REF_OR_NULL,
      alerts: { good: [[]], bad: [[{}], null, list(101, () => ({ ...rule }))] },
    },
  ],
  [
    'error',
    schemas.ErrorMessage,
    { type: 'error', id: 1, code: 'too_many', message: '' },
    {
      id: REF_OR_NULL,
      code: oneOf('bad_request', 'too_many', 'forbidden', 'unavailable'),
      message: TEXT,
    },
  ],
  ['shutdown', schemas.Shutdown, { type: 'shutdown', reconnectAfterMs: 0 }, { reconnectAfterMs: COUNT }],
  [
    'tick',
    schemas.TickSchema,
    tick,
    { id: ID, time: INTEGER, ticker: NAME, price: { good: [-1.5, 0, 1e300], bad: ['1', null] } },
  ],
  [
    'a new alert rule',
    NewAlertRule,
    newAlertRule[0]!,
    {
      ticker: NAME,
      condition: CONDITION,
      repeat: oneOf('once', 'every', undefined),
      coolDownMs: COOL_DOWN,
      note: NOTE,
      webhook: WEBHOOK,
      tikcer: { good: [], bad: ['PIP'] },
    },
  ],
  [
    'a change of an alert rule',
    AlertRuleChange,
    { state: 'armed' },
    {
      state: oneOf('armed', 'paused'),
      condition: CONDITION,
      repeat: oneOf('once', 'every', undefined),
      coolDownMs: COOL_DOWN,
      note: NOTE,
      webhook: { good: [...WEBHOOK.good, null], bad: WEBHOOK.bad },
      ticker: { good: [], bad: ['PIP'] },
    },
  ],
  [
    'an alert rule',
    AlertRule,
    rule,
    {
      id: ID,
      ticker: NAME,
      condition: CONDITION,
      repeat: oneOf('once', 'every'),
      coolDownMs: COOL_DOWN,
      note: NOTE,
      webhook: {
        good: [null, { url }, { url, secret: 'any' }],
        bad: [{}, { url: '' }, { url, secret: 7 }],
      },
      state: oneOf('armed', 'cooling', 'fired', 'paused'),
      createdAt: INTEGER,
      last: LAST,
    },
  ],
  [
    'an alert',
    Alert,
    { id: 'a', rule: 'r', ticker: 'PIP', condition: above, note: '', tick, time: 0 },
    {
      id: ID,
      rule: ID,
      ticker: NAME,
      condition: CONDITION,
      note: NOTE,
      tick: { good: [tick], bad: [{}, null] },
      time: INTEGER,
    },
  ],
  [
    'the report of the queue',
    QueueReport,
    queueReport[0]!,
    {
      waiting: COUNT,
      running: COUNT,
      delayed: COUNT,
      dead: COUNT,
      foreign: COUNT,
      oldestMs: { good: [0, 7, null], bad: [-1, 0.5, '7'] },
      finishedPerMinute: COUNT,
    },
  ],
];

describe.each(table)('%s', (_name, schema, one, fields) => {
  it.each(Object.entries(fields))('has bounds for %s', (field, { good, bad }) => {
    for (const value of good) expect(Check(schema, { ...one, [field]: value }), String(value)).toBe(true);
    for (const value of bad) expect(Check(schema, { ...one, [field]: value }), String(value)).toBe(false);
  });
});

it('a change of an alert rule changes something', () => {
  expect(Check(AlertRuleChange, {})).toBe(false);
});

it('at most a hundred alerts are told of at once', () => {
  const alert = { id: 'a', rule: 'r', ticker: 'PIP', condition: above, note: '', tick, time: 0 };
  const watching = (count: number): object => ({ type: 'watching', id: 1, alerts: list(count, () => alert) });
  expect(Check(schemas.Watching, watching(100))).toBe(true);
  expect(Check(schemas.Watching, watching(101))).toBe(false);
});

it('a client sends these messages, and a server those', () => {
  const types = (union: typeof schemas.ClientMessage | typeof schemas.ServerMessage): string[] =>
    union.anyOf.map(({ properties }) => properties.type.const);
  expect(types(schemas.ClientMessage)).toEqual(['subscribe', 'unsubscribe', 'watch']);
  expect(types(schemas.ServerMessage)).toEqual([
    'welcome',
    'subscribed',
    'snapshot',
    'ticks',
    'gap',
    'heartbeat',
    'unsubscribed',
    'watching',
    'alert',
    'error',
    'shutdown',
  ]);
});

describe("A ticker's name", () => {
  it.each(['P', 'brk.B', 'a_b-c', 'Z'.repeat(32)])('may be "%s"', (name) => {
    expect(isTicker(name)).toBe(true);
  });

  it.each(['', '*', 'a b', ' A', 'A ', 'A\n', 'É', 'Z'.repeat(33), 7, null, ['A']])('is not %j', (name) => {
    expect(isTicker(name)).toBe(false);
  });
});
