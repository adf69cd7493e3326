import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';

function histogramOf(...micros: number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const each of micros) histogram.record(each);
  return histogram;
}

describe('latency histogram', () => {
  it('gives percentiles of the nearest rank, in milliseconds', () => {
    const micros = Array.from({ length: 1000 }, (_, index) => (index + 1) * 1000);
    const { count, ...summary } = histogramOf(...micros).summary();
    expect(count).toBe(1000);
    const expected = { p50: 500, p90: 900, p99: 990, p999: 999, max: 1000 };
    for (const [name, value] of Object.entries(expected)) {
      const error = Math.abs(summary[name as keyof typeof summary] - value) / value;
      expect(error, name).toBeLessThan(0.001);
    }
  });

  it('is the same in another process, to its three digits', () => {
    const { count, p50, max } = LatencyHistogram.decode(histogramOf(1, 20_000, 3_000_000).encode()).summary();
    expect([count, p50.toPrecision(3), max.toPrecision(3)]).toEqual([3, '20.0', '3.00e+3']);
  });

  it('merges several, whatever their ranges, and leaves them as they are', () => {
    const [small, large] = [histogramOf(10, 20), histogramOf(90_000_000)];
    const merged = LatencyHistogram.merged([small, LatencyHistogram.decode(large.encode())]).summary();
    expect(merged.count).toBe(3);
    expect(merged.p50).toBe(0.02);
    expect(merged.max).toBeGreaterThan(89_900);
    expect(small.summary().count).toBe(2);
  });

  it('records a latency many times at once', () => {
    const histogram = histogramOf(100);
    histogram.record(5_000, 99);
    expect(histogram.summary()).toMatchObject({ count: 100, p50: 5 });
  });

  it('is all zero when nothing was recorded', () => {
    expect(new LatencyHistogram().summary()).toEqual({ count: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 });
  });
});
