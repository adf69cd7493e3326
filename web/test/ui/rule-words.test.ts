import type { Condition } from '@ticker/protocol';
import { expect, test } from 'vitest';
import { conditionWords, deliveryWords, repeatWords } from '../../src/ui/alerts/rule-words.ts';
import { problemWords } from '../../src/ui/problem-words.ts';
import { formatPrice } from '../../src/ui/format.ts';
import { firing, rule } from '../alerts/rules.ts';

const price = formatPrice(44.5);

const conditions: [Condition, string][] = [
  [{ type: 'above', price: 44.5 }, `above ${price}`],
  [{ type: 'below', price: 44.5 }, `below ${price}`],
  [{ type: 'crosses_up', price: 44.5 }, `rises through ${price}`],
  [{ type: 'crosses_down', price: 44.5 }, `falls through ${price}`],
  [{ type: 'moves', percent: 2, window: '15m' }, 'moves by 2 % within 15 min'],
  // Of a newer server.
  [{ type: 'doubles', price: 44.5 } as unknown as Condition, 'alert'],
];

test.each(conditions)('%j', (condition, words) => {
  expect(conditionWords(condition)).toBe(words);
});

const webhook = { url: 'https://example.com/hook' };
const deliveries: [Parameters<typeof rule>[0], string | undefined][] = [
  [{}, undefined],
  [{ last: firing('delivered') }, undefined],
  [{ last: firing('delivered'), webhook }, 'Delivered'],
  [{ last: firing('delivering', 0) }, 'Delivering…'],
  [{ last: firing('delivering', 1, 'it says 500') }, 'Delivering; one attempt failed: it says 500'],
  [{ last: firing('dead', 5, 'it says 500') }, 'Not delivered: gave up after 5 attempts: it says 500'],
  [{ last: firing('dead', 1) }, 'Not delivered: gave up after one attempt'],
];

test.each(deliveries)('%j', (facts, words) => {
  expect(deliveryWords(rule(facts))?.words).toBe(words);
});

test('says how often, in round lengths of time', () => {
  expect(repeatWords(rule())).toBe('Once');
  const every = [10_000, 60_000, 90_000, 86_400_000].map((coolDownMs) =>
    repeatWords(rule({ repeat: 'every', coolDownMs })),
  );
  expect(every.map((words) => words.split(' for ')[1])).toEqual(['10 s', '1 min', '1 min 30 s', '24 h']);
});

test('says what the server said, or that it said nothing', () => {
  expect(problemWords({ status: 409, code: '', message: 'too many' })).toBe('The server says “too many”.');
  expect(problemWords({ status: 0, code: '', message: '' })).toMatch('did not answer');
});
