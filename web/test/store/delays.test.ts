import { expect, test } from 'vitest';
import { Delays } from '../../src/store/delays.ts';

test('nothing has no median', () => {
  expect(new Delays().median()).toBeNull();
});

test('one that is late is not the median', () => {
  const delays = new Delays();
  for (const [at, ms] of [12, 11, 900, 13, 12].entries()) delays.add(ms, at);
  expect(delays.median()).toBe(12);
});

test('is of the second before the last tick, however long ago that was', () => {
  const delays = new Delays();
  for (let at = 0; at < 1000; at += 100) delays.add(500, at);
  for (let at = 5000; at < 5300; at += 100) delays.add(-7, at);
  expect(delays.median()).toBe(-7);
});

test('forgets the oldest of very many', () => {
  const delays = new Delays();
  for (let n = 0; n < 10_000; n++) delays.add(n < 9000 ? 1000 : 3, n / 100);
  expect(delays.median()).toBe(3);
});
