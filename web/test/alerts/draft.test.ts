import { expect, test } from 'vitest';
import { BLANK, draftAt, fieldOf, ruleOf } from '../../src/alerts/draft.ts';

test('a draft becomes the rule that it describes, and nothing that was left empty', () => {
  expect(ruleOf({ ...BLANK, price: '44.51' }, 'PIP')).toEqual({
    ticker: 'PIP',
    condition: { type: 'crosses_up', price: 44.51 },
    repeat: 'once',
  });
  const full = {
    ...BLANK,
    ticker: 'ACME',
    kind: 'moves',
    percent: '5',
    window: '1m',
    repeat: 'every',
  } as const;
  expect(ruleOf({ ...full, note: ' look ', url: ' https://example.com/hook ' }, 'PIP')).toEqual({
    ticker: 'ACME',
    condition: { type: 'moves', percent: 5, window: '1m' },
    repeat: 'every',
    coolDownMs: 60_000,
    note: 'look',
    webhook: { url: 'https://example.com/hook' },
  });
});

test('what is no number is not taken for 0', () => {
  const { condition } = ruleOf({ ...BLANK, price: ' ' }, 'PIP');
  expect(JSON.parse(JSON.stringify(condition))).toEqual({ type: 'crosses_up', price: null });
});

test('a price that was pointed at is waited for from the side where the last price is', () => {
  expect(draftAt('PIP', 45, 44.5)).toEqual({ ticker: 'PIP', kind: 'crosses_up', price: '45' });
  expect(draftAt('PIP', 44, 44.5)).toMatchObject({ kind: 'crosses_down' });
});

test.each([
  [400, 'condition.price must be > 0', 'amount'],
  [400, 'webhook.url: 10.0.0.1 is a private address', 'url'],
  [400, 'https is needed: this is http', 'url'],
  [400, 'ticker must match pattern "^…$"', 'ticker'],
  [400, 'note must NOT have more than 200 characters', 'note'],
  [403, 'the token does not allow ACME', 'ticker'],
  [409, 'no more than 1000 alerts of a person', null],
  [503, 'the database can’t be reached', null],
  [400, 'the body is no JSON', null],
] as const)('%i "%s" belongs to %s', (status, message, field) => {
  expect(fieldOf({ status, code: '', message })).toBe(field);
});
