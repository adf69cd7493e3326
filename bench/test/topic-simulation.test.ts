import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpCache } from '../src/simulator/op-cache.ts';
import { sliceTime } from '../src/simulator/slice-time.ts';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { faithfulStatistics } from '../src/simulator/statistics.ts';
import { findings } from '../src/topic-simulation/report.ts';
import { WAYS } from '../src/topic-simulation/way.ts';

describe('the simulator’s statistics', () => {
  it('divide by 1 000 whatever was noted, to a thousandth', () => {
    expect(faithfulStatistics([1, 1, 1, 1])).toMatchObject({ mean: 0.001, deviation: 0, min: 0.001 });
    expect(faithfulStatistics([323, 0, 0])).toMatchObject({ max: 0.323, mean: 0.108 });
  });

  it('have the percentiles of fast-stats: the 75th between two samples, the others by rounding down', () => {
    const samples = Array.from({ length: 100 }, (_, index) => (index + 1) * 1000);
    // (100 − 1) × 0.75 = 74.25: the mean of the 75th and 76th.
    expect(faithfulStatistics(samples)).toMatchObject({ p75: 75.5, p95: 96, p99: 100 });
  });

  it('have the deviation of the population', () => {
    expect(faithfulStatistics([1000, 3000]).deviation).toBe(1);
  });

  it('need a sample', () => {
    expect(() => faithfulStatistics([])).toThrow('the simulator kept no sample');
  });
});

describe('the simulator’s cache', () => {
  it('throws away one sample in 501, and what it holds at the end', () => {
    const cache = new OpCache();
    for (let value = 0; value < 1_200; value++) cache.log('fetch', value);
    expect(cache.sent.fetch).toHaveLength(1_000);
    expect(cache.sent.fetch).not.toContain(500);
    expect(cache.sent.fetch).not.toContain(1_001);
    expect(cache.sent.fetch.at(-1)).toBe(1_000);
  });

  it('is one for all kinds of samples', () => {
    const cache = new OpCache();
    for (let value = 0; value < 501; value++) cache.log(value % 2 === 0 ? 'publish' : 'fetch', value);
    expect(cache.sent.publish).toHaveLength(250);
    expect(cache.sent.fetch).toHaveLength(250);
  });
});

describe('slices of time', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('start a user each few milliseconds, whether or not the one before is done, and end with the last', async () => {
    const started: number[] = [];
    const finish: (() => void)[] = [];
    let ended = false;
    const all = sliceTime({ users: 250, iterations: 2, resolutionMs: 1_000 }, (user) => {
      started.push(user);
      return new Promise((resolve) => finish.push(resolve));
    }).then(() => (ended = true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(250);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toEqual(Array.from({ length: 500 }, (_, index) => index));
    for (const done of finish.slice(1)) done();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(false);
    finish[0]!();
    await all;
    expect(ended).toBe(true);
  });

  it('end with the first error', async () => {
    const all = sliceTime({ users: 250, iterations: 1, resolutionMs: 1_000 }, () =>
      Promise.reject(new Error('no primary')),
    );
    const rejected = expect(all).rejects.toThrow('no primary');
    await vi.advanceTimersByTimeAsync(10);
    await rejected;
  });
});

describe('the report', () => {
  const histogram = (ms: number) => {
    const one = new LatencyHistogram();
    one.record(ms * 1000, 100);
    return one.encode();
  };
  /** A run in which every tick took so long, and listeners noted a millisecond between any two. */
  const run = (ms: number) => ({
    seconds: 30,
    played: [
      {
        count: 100,
        startMicros: 0,
        endMicros: 1_000_000,
        samples: { publish: [2_000, 2_000], fetch: [1, 1] },
        acknowledged: histogram(2),
      },
    ],
    receptions: [
      {
        latency: histogram(ms),
        deliveries: 100,
        lost: 0,
        doubled: 0,
        displaced: 0,
        gaps: 0,
        ended: 0,
        lastMicros: 0,
      },
    ],
    cpu: { primary: 1 },
  });
  const ways = WAYS.map((way, index) => ({ way, runs: [run(40 / (index + 1)), run(40 / (index + 1))] }));
  const { markdown, raw } = findings(ways, 5);
  const rows = markdown.split('\n').map((line) => line.replaceAll(/ +/g, ' '));

  it('shows the gap between documents as the article does, beside the latency that it is not', () => {
    expect(rows.find((row) => row.startsWith('| mean'))).toMatch(/ 0\.001 \| 40\.0 \| 20\.0 \| 13\.3 \|$/);
  });

  it('compares the ways round by round with the article’s', () => {
    expect(rows.find((row) => row.startsWith('| ours | majority'))).toContain('| 0.50 |');
  });

  it('keeps how many samples there were, and not each', () => {
    expect(JSON.stringify(raw)).toContain('"samples":{"publish":2,"fetch":2}');
  });
});
