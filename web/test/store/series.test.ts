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
  expect(bars).toEqual([{ time: 100, open: 3, high: 9, low: 1, close: 4 }]);
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

test('says which bars have changed, and when the chart has to begin anew', () => {
  const series = seriesOf(1, [
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(series.takeDirty()).toBe(0);
  expect(series.takeDirty()).toBe(3);
  series.add(4000, 1);
  series.add(2000, 5);
  expect([series.takeDirty(), series.layout]).toEqual([1, 0]);
  series.add(0, 1);
  expect([series.takeDirty(), series.layout]).toEqual([0, 1]);
});

test('a gap marks the next new bar, or the one that it falls into', () => {
  const series = seriesOf(5, [[1, 1]]);
  series.noteGap();
  series.add(2000, 1);
  series.noteGap();
  series.add(7000, 1);
  series.add(12_000, 1);
  expect(series.bars.map(({ gap }) => gap)).toEqual(['within', 'before', undefined]);
  expect(series.layout).toBe(2);
});

test('there is no gap before the first bar', () => {
  const series = seriesOf(1, []);
  series.noteGap();
  series.add(1000, 1);
  expect(series.bars[0]).not.toHaveProperty('gap');
});
