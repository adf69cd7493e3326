import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketStart, type Candle, CandleFold } from '../../src/history/candle.ts';

// Candles against a plain model: ticks sorted by place, grouped by time, cut.

interface Placed {
  readonly time: number;
  readonly price: number;
}

/** @param ticks in the order of delivery */
function expected(ticks: readonly Placed[], interval: number, limit: number): Candle[] {
  const groups = new Map<number, number[]>();
  for (const { time, price } of ticks) {
    // Plus 0: no -0.
    const start = Math.floor(time / interval) * interval + 0;
    groups.set(start, [...(groups.get(start) ?? []), price]);
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .slice(-limit)
    .map(([time, prices]) => ({
      time,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1)!,
      count: prices.length,
    }));
}

const scene = fc.record({
  ticks: fc.array(
    fc.record({ time: fc.integer({ min: -40, max: 40 }), price: fc.integer({ min: -5, max: 5 }) }),
    { maxLength: 60 },
  ),
  interval: fc.constantFrom(1, 3, 10),
  limit: fc.integer({ min: 1, max: 12 }),
  order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
});

describe('CandleFold', () => {
  it('makes the newest candles of ticks that come in any order', () => {
    fc.assert(
      fc.property(scene, ({ ticks, interval, limit, order }) => {
        const fold = new CandleFold(interval, limit);
        const mixed = ticks
          .map((tick, place) => ({ ...tick, place, key: order.next().value as number }))
          .toSorted((a, b) => a.key - b.key);
        for (const { time, price, place } of mixed) fold.add(time, price, place);
        expect(fold.candles()).toEqual(expected(ticks, interval, limit));
      }),
      { numRuns: 2_000 },
    );
  });

  it('says before which time ticks can change nothing any more', () => {
    fc.assert(
      fc.property(scene, ({ ticks, interval, limit }) => {
        const fold = new CandleFold(interval, limit);
        for (const [place, { time, price }] of ticks.entries()) fold.add(time, price, place);
        const full = expected(ticks, interval, limit);
        expect(fold.since).toBe(full.length < limit ? -Infinity : full[0]!.time);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [-1, 1000, -1000],
    [-1000, 1000, -1000],
    [0, 1000, 0],
    [999, 1000, 0],
    [8.64e15 - 1, 3_600_000, 8.64e15 - 3_600_000],
    [-8.64e15 + 1, 1000, -8.64e15],
  ])('%d lies in the stretch of %d ms that begins at %d', (time, interval, start) => {
    expect(bucketStart(time, interval)).toBe(start);
  });
});
