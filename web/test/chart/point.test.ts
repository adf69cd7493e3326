import { expect, test } from 'vitest';
import { countPoint, points } from '../../src/chart/point.ts';
import type { Bar } from '../../src/store/bar.ts';
import { Series } from '../../src/store/series.ts';

const bar = (time: number, close = 1): Bar => ({ time, open: 1, high: close, low: 1, close, count: 1 });

test('a candle has four prices, a point of a line one', () => {
  expect(points([bar(5, 2)], 5, 'candles')).toEqual([{ time: 5, open: 1, high: 2, low: 1, close: 2 }]);
  expect(points([bar(5, 2)], 5, 'line')).toEqual([{ time: 5, value: 2 }]);
});

test('a gap breaks the line, and leaves up to four places empty', () => {
  const bars: Bar[] = [
    bar(0),
    { ...bar(1), gap: 'before' },
    { ...bar(3), gap: 'before' },
    { ...bar(100), gap: 'before' },
  ];
  expect(points(bars, 1, 'line')).toEqual([
    { time: 0, value: 1, color: 'transparent' },
    { time: 1, value: 1, color: 'transparent' },
    { time: 2 },
    { time: 3, value: 1, color: 'transparent' },
    { time: 4 },
    { time: 5 },
    { time: 6 },
    { time: 7 },
    { time: 100, value: 1 },
  ]);
});

test('a gap within a bar breaks the line before it', () => {
  expect(points([bar(0), { ...bar(1), gap: 'within' }], 1, 'line')[0]).toHaveProperty('color', 'transparent');
});

test('times rise strictly, as the chart asks for', () => {
  const series = new Series(15);
  for (const seconds of [0, 400, 31, 16, 900, 17]) {
    series.noteGap(null);
    series.add(seconds * 1000, 1);
  }
  const times = points(series.bars, 15, 'candles').map(({ time }) => time);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

test('a price that the chart can not hold is an empty place', () => {
  expect(points([bar(0, 1e300)], 1, 'candles')).toEqual([{ time: 0 }]);
});

test('ticks are counted beside the prices', () => {
  expect(countPoint({ ...bar(5), count: 12 })).toEqual({ time: 5, value: 12 });
});
