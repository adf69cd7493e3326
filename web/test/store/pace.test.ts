import { expect, test } from 'vitest';
import { Pace, ticksPerSecond } from '../../src/store/pace.ts';

/** A tick each `every` milliseconds, from `from` to before `to`. */
function paced(every: number, from: number, to: number): Pace {
  const pace = new Pace();
  for (let now = from; now < to; now += every) pace.add(now);
  return pace;
}

test('nothing has no rate', () => {
  expect(ticksPerSecond(new Pace().arrivals, 5000)).toBeNull();
});

test.each([
  [50, 20],
  [1, 1000],
  [1000, 1],
])('a tick each %i ms is a rate of %i', (every, rate) => {
  for (const length of [5000, 5300, 17_100, 300_000]) {
    const got = ticksPerSecond(paced(every, 20_000, 20_000 + length).arrivals, 20_000 + length - 1);
    // A slow one is off by the tick that has just come or not.
    expect(got).toBeGreaterThanOrEqual(rate * 0.95);
    expect(got).toBeLessThanOrEqual(rate * 1.25);
  }
});

test('a rate of the first second is not a guess', () => {
  expect(ticksPerSecond(paced(50, 700, 800).arrivals, 800)).toBe(2);
  expect(ticksPerSecond(paced(50, 700, 2700).arrivals, 2700)).toBe(20);
});

test('falls to nothing in 5 s while nothing comes', () => {
  const { arrivals } = paced(50, 0, 10_000);
  const rates = [10_000, 12_500, 14_000, 15_001].map((now) => ticksPerSecond(arrivals, now) ?? -1);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  expect(Math.abs(rates[1]! - 10)).toBeLessThan(2);
  expect(rates[3]).toBe(0);
});

test('a pause longer than what is counted leaves nothing behind', () => {
  const pace = paced(1, 0, 5000);
  pace.add(123_456);
  expect(ticksPerSecond(pace.arrivals, 123_456)).toBeLessThan(0.3);
});
