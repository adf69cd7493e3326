import { expect, test } from 'vitest';
import { walk } from '../../src/chart/walk.ts';
import { seconds } from '../history/bars.ts';

const bars = seconds(0, 30);

test.each([
  [null, 'ArrowLeft', 29],
  [null, 'PageUp', 29],
  [null, 'Home', 0],
  [29, 'ArrowLeft', 28],
  [28, 'ArrowRight', 29],
  [29, 'ArrowRight', 29],
  [0, 'ArrowLeft', 0],
  [25, 'PageUp', 15],
  [5, 'PageUp', 0],
  [5, 'PageDown', 15],
  [25, 'PageDown', 29],
  [7, 'Home', 0],
  [7, 'End', 29],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(walk(bars, from, key)?.time).toBe(to);
});

test('other keys are no steps, and without bars there is nowhere to go', () => {
  expect(walk(bars, 3, 'ArrowUp')).toBeUndefined();
  expect(walk([], null, 'ArrowLeft')).toBeUndefined();
  expect(walk([], 3, 'End')).toBeUndefined();
});

test('it goes by time: bars that have come before it do not move it', () => {
  expect(walk(seconds(-100, 30), 7, 'ArrowLeft')?.time).toBe(6);
});
