import { describe, expect, it } from 'vitest';
import { cpuBetween, cpuSum } from '../src/measure/cpu.ts';
import { ratios, spread } from '../src/measure/ratio.ts';
import { dueMs } from '../src/load/paced.ts';

describe('spread', () => {
  it('has the middle one, or the mean of the middle two', () => {
    expect(spread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3, count: 3 });
    expect(spread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4, count: 4 });
  });

  it('is of something', () => {
    expect(() => spread([])).toThrow('no slice was measured');
  });
});

describe('ratios', () => {
  it('compare neighbours, so that a slow minute hits both sides', () => {
    expect(ratios([80, 8, 81], [100, 10, 100])).toEqual({ median: 0.8, min: 0.8, max: 0.81, count: 3 });
  });

  it('refuse sides of different length', () => {
    expect(() => ratios([1, 2], [1])).toThrow('2 slices of one and 1 of the other');
  });
});

describe('CPU seconds', () => {
  it('are what was used in between, summed by process', () => {
    const slice = cpuBetween({ server: 1, primary: 5 }, { server: 1.5, primary: 7 });
    expect(slice).toEqual({ server: 0.5, primary: 2 });
    expect(cpuSum([slice, { primary: 1 }])).toEqual({ server: 0.5, primary: 3 });
  });
});

describe('schedule', () => {
  it('has one tick in each interval, at changing places of it', () => {
    const places = Array.from({ length: 1000 }, (_, index) => dueMs(index, 10) / 100 - index);
    expect(places.every((place) => place >= 0 && place < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth++) {
      const hits = places.filter((place) => Math.floor(place * 10) === tenth).length;
      expect(hits).toBeGreaterThan(95);
      expect(hits).toBeLessThan(105);
    }
  });
});
