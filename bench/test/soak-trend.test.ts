import { describe, expect, it } from 'vitest';
import { seeded } from '../src/seeded.ts';
import { direction, trend, warmUp } from '../src/soak/trend.ts';

const points = (of: (minutes: number) => number, count = 20) =>
  Array.from({ length: count }, (_, index) => ({ minutes: index + 1, value: of(index + 1) }));

describe('a trend', () => {
  it('is the slope of a line, by the hour', () => {
    const found = trend(points((minutes) => 100 + minutes / 2))!;
    expect(found.perHour).toBeCloseTo(30);
    expect(found.margin).toBeCloseTo(0);
    expect(found.r2).toBeCloseTo(1);
    expect(found).toMatchObject({ mean: 105.25, count: 20 });
    expect(direction(found)).toBe('rises');
  });

  // Anscombe's first quartet: intercept 3.00, slope 0.500, its standard error 0.118, r² 0.667 (The American Statistician 27, 1973).
  it('agrees with a published regression', () => {
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const found = trend(x.map((minutes, index) => ({ minutes, value: y[index]! })))!;
    expect(found.perHour / 60).toBeCloseTo(0.5, 3);
    expect(found.margin / 60).toBeCloseTo(0.118 * 2.26, 2);
    expect(found.r2).toBeCloseTo(0.667, 3);
  });

  it('of noise alone is none', () => {
    const random = seeded(7);
    const found = trend(points(() => 100 + random()))!;
    expect(direction(found)).toBe('no trend');
    expect(found.r2).toBeLessThan(0.2);
  });

  it('is seen through noise', () => {
    const random = seeded(7);
    expect(direction(trend(points((minutes) => 100 - minutes / 4 + random()))!)).toBe('falls');
  });

  it('of what never changes is level', () => {
    const found = trend(points(() => 42))!;
    expect(found).toMatchObject({ perHour: 0, margin: 0, r2: 0 });
    expect(direction(found)).toBe('no trend');
  });

  it('is not made of two points', () => {
    expect(trend(points((minutes) => minutes, 2))).toBeUndefined();
  });
});

describe('the warm-up', () => {
  it('lasts until the ring has been written anew', () => {
    expect(warmUp(30, 100_000, 200)).toBe(9);
    expect(warmUp(30, 100_000, 1_000)).toBe(2);
  });

  it('takes no more than a third of what there is', () => {
    expect(warmUp(12, 100_000, 200)).toBe(4);
    expect(warmUp(2, 100_000, 200)).toBe(0);
  });
});
