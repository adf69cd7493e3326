import { describe, expect, it } from 'vitest';
import { seenBySimulator, statistics } from '../src/queue-simulation/samples.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("the simulator's samples", () => {
  it('lack the one of 501 that has them sent, and what is left over at the end', () => {
    expect(seenBySimulator(upTo(500))).toEqual([]);
    expect(seenBySimulator(upTo(501))).toEqual(upTo(500));
    const seen = seenBySimulator(upTo(1_500));
    expect(seen).toHaveLength(1_000);
    expect(seen).not.toContain(500);
    expect(seen.at(-1)).toBe(1_000);
  });

  it("are summed up as fast-stats does it: its 75th percentile lies between two, the others don't", () => {
    // 1 to 10 ms, in any order.
    const micros = [10, 1, 9, 2, 8, 3, 7, 4, 6, 5].map((each) => each * 1_000);
    expect(statistics(micros)).toEqual({
      samples: 10,
      mean: 5.5,
      // Of the population: √(82.5 / 10), not / 9.
      deviation: Math.sqrt(8.25),
      p75: 7.5,
      p95: 10,
      p99: 10,
      min: 1,
      max: 10,
    });
  });

  it('must be some', () => {
    expect(() => statistics([])).toThrow('no samples');
  });
});
