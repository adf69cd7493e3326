import { expect, test } from 'vitest';
import { drawable, sameLevels } from '../../src/chart/level.ts';

test('leaves out what the chart can not hold', () => {
  const levels = [1e15, -1e15, 44].map((price) => ({ price, set: true }));
  expect(drawable(levels)).toEqual([{ price: 44, set: true }]);
});

test('levels are the same where price, kind and order are', () => {
  const levels = [
    { price: 45, set: true },
    { price: 44, set: false },
  ];
  expect(sameLevels(levels, structuredClone(levels))).toBe(true);
  expect(sameLevels(levels, levels.slice(1))).toBe(false);
  expect(sameLevels(levels, levels.toReversed())).toBe(false);
  expect(sameLevels(levels, [levels[0]!, { price: 44, set: true }])).toBe(false);
});
