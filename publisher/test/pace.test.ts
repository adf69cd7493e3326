import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pace } from '../src/pace.ts';
import { atOnce, byRate, bySpeed, type Schedule } from '../src/schedule.ts';
import type { Source, SourceTick } from '../src/source.ts';
import { counting, sourceOf } from './collect.ts';
import { FakeClock } from './fake-clock.ts';

const never = new AbortController().signal;

interface Batch {
  readonly at: number;
  readonly prices: number[];
}

/** The batches, with when they came; dealing with one takes `busy(i)` milliseconds. */
async function batches(
  source: Source,
  schedule: Schedule,
  clock: FakeClock,
  busy: (index: number) => number = () => 0,
): Promise<Batch[]> {
  const start = clock.time;
  const found: Batch[] = [];
  for await (const batch of pace(source, schedule, clock, never)) {
    found.push({ at: clock.time - start, prices: batch.map(({ price }) => price) });
    clock.time += busy(found.length - 1);
  }
  return found;
}

/** The eleventh batch takes so long to deal with. */
const stallOf =
  (ms: number) =>
  (index: number): number =>
    index === 10 ? ms : 0;

describe('pace', () => {
  test('at 100 ticks/s and less gives each tick alone, at its time', async () => {
    for (const rate of [0.2, 1, 3, 100]) {
      const found = await batches(sourceOf(counting(50)), byRate(rate), new FakeClock());
      expect(found.map(({ prices }) => prices)).toEqual(counting(50).map(({ price }) => [price]));
      for (const [i, { at }] of found.entries()) expect(at).toBeCloseTo((i * 1000) / rate, 6);
    }
  });

  test('gives each tick alone at 100 ticks/s when every timer is late, too', async () => {
    const found = await batches(sourceOf(counting(200)), byRate(100), new FakeClock(() => 1));
    expect(found.map(({ prices }) => prices.length)).toEqual(Array(200).fill(1));
  });

  test('above gives one batch each 10 ms', async () => {
    const found = await batches(sourceOf(counting(1000)), byRate(20_000), new FakeClock());
    expect(found.map(({ at }) => at)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(found.map(({ prices }) => prices.length)).toEqual([1, 200, 200, 200, 200, 199]);
  });

  test('gives every tick once, in order, whatever the timers and the inserts take', async () => {
    const numbers = fc.infiniteStream(fc.integer({ min: 0, max: 30 }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), numbers, numbers, async (rate, late, busy) => {
        const clock = new FakeClock(() => late.next().value);
        const found = await batches(
          sourceOf(counting(500), counting(700)),
          byRate(rate),
          clock,
          () => busy.next().value,
        );
        const prices = [...counting(500), ...counting(700)].map(({ price }) => price);
        expect(found.flatMap(({ prices }) => prices)).toEqual(prices);
      }),
    );
  });

  test('does not drift: late timers and slow inserts do not add up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.01, max: 20_000, noNaN: true }),
        fc.infiniteStream(fc.double({ min: 0, max: 3, noNaN: true })),
        async (rate, late) => {
          const clock = new FakeClock(() => late.next().value);
          const found = await batches(
            sourceOf(counting(2_000)),
            byRate(rate),
            clock,
            () => late.next().value,
          );
          const last = found.at(-1)!;
          // Never early; late by one timer, one insert and one spacing of batches at most.
          expect(last.at).toBeGreaterThanOrEqual((last.prices[0]! * 1000) / rate - 1e-6);
          expect(last.at).toBeLessThan((1_999 * 1000) / rate + 10 + 3 + 3);
        },
      ),
    );
  });

  test('catches up after a stall of a second', async () => {
    const found = await batches(sourceOf(counting(100)), byRate(10), new FakeClock(), stallOf(900));
    expect(found[11]).toEqual({ at: 1_900, prices: [11, 12, 13, 14, 15, 16, 17, 18, 19] });
    expect(found.at(-1)!.at).toBe(9_900);
  });

  test('after a longer stall catches up one second, and moves the rest', async () => {
    const found = await batches(sourceOf(counting(100)), byRate(10), new FakeClock(), stallOf(60_000));
    expect(found[11]!.prices).toHaveLength(11);
    // 59 100 ms of the stall are not made up for, of the 9 900 ms that it would have taken.
    expect(found.at(-1)!.at).toBe(9_900 + 60_000 + 1_000 - 1_000 - 100 - 1_000);
  });

  test('gives at most 1000 ticks at once', async () => {
    const found = await batches(sourceOf(counting(2_500)), atOnce(), new FakeClock());
    expect(found.map(({ prices }) => prices.length)).toEqual([1000, 1000, 500]);
  });

  test('begins with the first tick, however long the source takes to open', async () => {
    const clock = new FakeClock();
    const slow = async function* (): Source {
      clock.time += 5_000;
      yield counting(3);
    };
    const found = await batches(slow(), byRate(1), clock);
    expect(found.map(({ at }) => at)).toEqual([5_000, 6_000, 7_000]);
  });

  test('ends when the signal aborts, between two ticks that are a month apart', async () => {
    const stop = new AbortController();
    const { systemClock } = await import('../src/clock.ts');
    const found: number[] = [];
    for await (const [tick] of pace(sourceOf(counting(2)), byRate(1 / 2_592_000), systemClock, stop.signal)) {
      found.push(tick!.price);
      setImmediate(() => stop.abort());
    }
    expect(found).toEqual([0]);
  });
});

function at(time: string): SourceTick {
  return { ticker: 'PIP', price: 1, time: new Date(time) };
}

describe('bySpeed', () => {
  test('keeps the recorded distances, divided', () => {
    const due = bySpeed(60);
    const times = ['2000-01-01T00:00:00Z', '2000-01-01T00:01:00Z', '2000-01-01T00:03:00Z'];
    expect(times.map((time) => due(at(time)))).toEqual([0, 1_000, 3_000]);
  });

  test('begins anew where time goes back: the next ticker of a sorted file', () => {
    const due = bySpeed(60);
    const times = [
      '2000-01-01T00:00:00Z',
      '2000-01-01T00:01:00Z',
      '2000-01-01T00:00:00Z',
      '2000-01-01T00:02:00Z',
    ];
    expect(times.map((time) => due(at(time)))).toEqual([0, 1_000, 1_000, 3_000]);
  });
});
