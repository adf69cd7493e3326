import { expect, test } from 'vitest';
import { levelsOf, roundedTo } from '../../src/alerts/level.ts';
import { rule } from './rules.ts';

test('there is a line for each price that an armed rule of the ticker waits for', () => {
  const at = (price: number, facts = {}) => rule({ condition: { type: 'below', price }, ...facts });
  const rules = [
    at(44),
    at(45),
    at(44, { condition: { type: 'crosses_up', price: 44 } }),
    at(46, { ticker: 'ACME' }),
    ...(['fired', 'paused', 'cooling'] as const).map((state) => at(47, { state })),
    rule({ condition: { type: 'moves', percent: 5, window: '1m' } }),
  ];
  expect(levelsOf(rules, 'PIP')).toEqual([
    { price: 45, set: true },
    { price: 44, set: true },
  ]);
  expect(levelsOf(rules, null)).toEqual([]);
});

test.each([
  [44.513_27, 0.009, 44.51],
  [44.513_27, 0.013, 44.51],
  [44.513_27, 0.4, 45],
  [0.000_012_345, 0.000_000_1, 0.000_012_3],
  [123_456.7, 900, 123_457],
  [44.513_27, 0, 44.513_27],
])('%d is %d from its neighbours, and meant as %d', (price, step, rounded) => {
  expect(roundedTo(price, step)).toBe(rounded);
});
