import { expect, test } from 'vitest';
import { jumped, moved } from '../../../src/ui/watchlist/list-keys.ts';

test.each<[string, number, number | undefined]>([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 4, 4],
  ['ArrowDown', -1, 0],
  ['ArrowRight', 0, 1],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 0],
  ['ArrowLeft', 3, 2],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['x', 0, undefined],
])('%s at %i of 5 leads to %s', (key, at, to) => {
  expect(moved(key, at, 5)).toBe(to);
});

test('nowhere in nothing', () => {
  expect(moved('End', -1, 0)).toBeUndefined();
});

const names = ['ACME', 'AMZN', 'IBM', 'aapl'];

test.each<[string, number, number]>([
  ['i', 0, 2],
  ['a', 0, 1],
  ['a', 1, 3],
  ['a', 3, 0],
  ['aa', 0, 1],
  ['am', 0, 1],
  ['am', 1, 1],
  ['aap', 0, 3],
  ['x', 0, -1],
  ['/', 0, -1],
])('“%s” typed at %i jumps to %i', (typed, at, to) => {
  expect(jumped(names, typed, at)).toBe(to);
});
