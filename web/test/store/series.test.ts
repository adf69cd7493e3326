import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BARS_MAX, Series } from '../../src/store/series.ts';

/** `[second, price]` each, in the order of delivery. */
function seriesOf(seconds: number, prices: readonly (readonly [number, number])[]): Series {
  const series = new Series(seconds);
  for (const [second, price] of prices) series.add(second * 1000, price);
  return series;
}

test('prices of one interval make one bar: open and close by delivery, high and low by value', () => {
  const { bars } = seriesOf(5, [
    [100, 3],
    [104.999, 9],
    [101, 1],
    [103, 4],
  ]);
  expect(bars).toEqual([{ time: 100, open: 3, high: 9, low: 1, close: 4, count: 4 }]);
});

test('a time that runs backwards goes to its own bar, held or new', () => {
  const { bars } = seriesOf(1, [
    [10, 1],
    [12, 2],
    [10, 7],
    [11, 3],
    [5, 4],
  ]);
  expect(bars.map(({ time, close }) => [time, close])).toEqual([
    [5, 4],
    [10, 7],
    [11, 3],
    [12, 2],
  ]);
});

test('times before 1970 have bars like others', () => {
  expect(seriesOf(60, [[-1, 1]]).bars[0]?.time).toBe(-60);
});

test('what belongs to a bar that was given up is refused', () => {
  const series = seriesOf(1, []);
  for (let second = 0; second < BARS_MAX + 301; second++) series.add(second * 1000, 1);
  expect(series.bars.length).toBe(BARS_MAX);
  expect(series.add(0, 1)).toBe(false);
  expect(series.add((BARS_MAX + 300) * 1000, 1)).toBe(true);
});

test('bars stay bounded, sorted and each in itself, whatever the times', () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: -8.64e15, max: 8.64e15 }));
  const price = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(time, price), { maxLength: 3000, size: 'max' }), (prices) => {
      const series = new Series(1);
      for (const [at, value] of prices) series.add(at, value);
      const { bars } = series;
      expect(bars.length).toBeLessThanOrEqual(BARS_MAX + 300);
      bars.forEach((bar, index) => {
        expect(bar.time).toBeGreaterThan(bars[index - 1]?.time ?? -Infinity);
        expect(bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close)).toBe(
          true,
        );
      });
    }),
    { numRuns: 30 },
  );
});

test('a bar that has not changed is the same object', () => {
  const series = seriesOf(1, [
    [1, 1],
    [2, 1],
  ]);
  const before = [...series.bars];
  series.add(2500, 5);
  expect(series.bars[0]).toBe(before[0]);
  expect(before[1]).toMatchObject({ close: 1, count: 1 });
  expect(series.bars[1]).toMatchObject({ close: 5, count: 2 });
});

test('a copy is the same, and goes its own way', () => {
  const series = seriesOf(1, [
    [1, 1],
    [2, 2],
  ]);
  const copy = series.copy();
  series.add(3000, 3);
  expect([copy.held, series.held]).toEqual([true, false]);
  expect(copy.bars).toEqual(series.bars.slice(0, 2));
  expect([copy.last, series.last]).toEqual([2, 3]);
});

test('a clock that is far ahead does not push out the present', () => {
  const series = seriesOf(1, []);
  const present = 1_000_000;
  for (let second = 0; second < 4 * BARS_MAX; second++) {
    const clock = (present + second) * 1000;
    series.add(clock, 1, clock);
    series.add(clock + 3_600_000, 2, clock);
  }
  expect(series.add((present + 4 * BARS_MAX) * 1000, 1, (present + 4 * BARS_MAX) * 1000)).toBe(true);
  const now = series.bars.filter(({ time, close }) => close === 1 && time > present + 4 * BARS_MAX - 100);
  expect(now.length).toBe(100);
});

test('a price that is late cuts no hole into the middle: the oldest bars go', () => {
  const series = seriesOf(1, []);
  const clock = (BARS_MAX + 301) * 1000;
  for (let second = 0; second <= BARS_MAX + 300; second++)
    if (second !== 100) series.add(second * 1000, 1, clock);
  expect(series.bars.length).toBe(BARS_MAX + 300);
  // Its bar is a new one, and one of those that go.
  expect(series.add(100_000, 5, clock)).toBe(false);
  const times = series.bars.map(({ time }) => time);
  expect(times).toEqual(Array.from({ length: BARS_MAX }, (_, n) => n + 301));
});

test('nor does one that is late where another publisher’s clock is ahead: the oldest of those ahead go', () => {
  const series = seriesOf(1, []);
  const clock = 200_000;
  for (let second = 0; second <= 200; second++) if (second !== 100) series.add(second * 1000, 1, clock);
  for (let second = 0; second < BARS_MAX + 100; second++) series.add((5000 + second) * 1000, 2, clock);
  expect(series.add(100_000, 5, clock)).toBe(true);
  const times = series.bars.map(({ time }) => time);
  expect(times.slice(0, 201)).toEqual(Array.from({ length: 201 }, (_, n) => n));
  expect(times.slice(201)).toEqual(Array.from({ length: BARS_MAX - 201 }, (_, n) => 5301 + n));
});

test('a gap marks the next new bar, or the one that it falls into', () => {
  const series = seriesOf(5, [[1, 1]]);
  series.noteGap(3);
  series.add(2000, 1);
  series.noteGap(4);
  series.noteGap(5);
  series.add(7000, 1);
  series.add(12_000, 1);
  expect(series.bars.map(({ gap }) => gap)).toEqual(['within', 'before', undefined]);
  expect(series.bars.map(({ missed }) => missed)).toEqual([3, 9, undefined]);
});

test('of two gaps in a bar nobody knows how many are missing where one is not known', () => {
  const series = seriesOf(5, [[1, 1]]);
  series.noteGap(3);
  series.add(2000, 1);
  series.noteGap(null);
  series.add(3000, 1);
  expect(series.bars[0]).toMatchObject({ gap: 'within', missed: null });
});

test('there is no gap before the first bar', () => {
  const series = seriesOf(1, []);
  series.noteGap(null);
  series.add(1000, 1);
  expect(series.bars[0]).not.toHaveProperty('gap');
});
