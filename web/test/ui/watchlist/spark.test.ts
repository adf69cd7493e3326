import { expect, test } from 'vitest';
import { sparkPoints } from '../../../src/ui/watchlist/spark.tsx';

test('the highest price is at the top, the lowest at the bottom, from edge to edge', () => {
  expect(sparkPoints([2, 1, 3], 10, 22)).toBe('0,11 5,21 10,1');
});

test.each([[[7]], [[7, 7]]])('a price that never moved is a line across: %j', (prices) => {
  expect(sparkPoints(prices, 10, 22)).toBe('0,11 10,11');
});

test('no price is no line', () => {
  expect(sparkPoints([], 10, 22)).toBe('');
});
