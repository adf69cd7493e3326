import { describe, expect, it } from 'vitest';
import { FrameCache } from '../src/load/frame-cache.ts';
import { stretches } from '../src/load/stretch.ts';
import { readStamp, stampedTick } from '../src/measure/tick-stamp.ts';

const tick = (run: number, publisher: number, sequence: number, price = 1) => ({
  id: stampedTick({ run, publisher, sequence })._id.toHexString(),
  price,
});

describe('tick stamp', () => {
  it.each([
    { run: 0, publisher: 0, sequence: 0 },
    { run: 65_535, publisher: 255, sequence: 2 ** 40 - 1 },
    { run: 7, publisher: 3, sequence: 123_456 },
  ])('is read from the id as it was written: %o', (stamp) => {
    expect(readStamp(stampedTick(stamp)._id.toHexString())).toEqual(stamp);
  });

  it('has the moment of sending as its price, and is a tick like any other', () => {
    const { price, ticker, time } = stampedTick({ run: 1, publisher: 0, sequence: 0 }, 4_711);
    expect([price, ticker, time instanceof Date]).toEqual([4_711, 'PIP', true]);
  });
});

describe('stretches', () => {
  it('puts a batch together', () => {
    const batch = Array.from({ length: 100 }, (_, sequence) => tick(1, 2, sequence, 5));
    expect(stretches(batch)).toEqual([{ run: 1, publisher: 2, from: 0, to: 99, sentMicros: 5 }]);
  });

  it('begins anew at a hole, another publisher, another run, another moment', () => {
    const ticks = [tick(1, 0, 0), tick(1, 0, 2), tick(1, 1, 3), tick(2, 1, 4), tick(2, 1, 5, 9)];
    expect(stretches(ticks).map(({ from, to }) => [from, to])).toEqual([
      [0, 0],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
  });
});

describe('frame cache', () => {
  const frame = (ticks: object[]) => Buffer.from(JSON.stringify({ type: 'ticks', ticks, conflated: 0 }));

  it('gives the same for the same bytes', () => {
    const cache = new FrameCache();
    const first = cache.stretches(frame([tick(1, 0, 0), tick(1, 0, 1)]));
    expect(cache.stretches(frame([tick(1, 0, 0), tick(1, 0, 1)]))).toBe(first);
  });

  it('tells frames apart that differ in their last tick only', () => {
    const cache = new FrameCache();
    const [a, b] = [frame([tick(1, 0, 0), tick(1, 0, 1)]), frame([tick(1, 0, 0), tick(1, 0, 2)])];
    expect(a.length).toBe(b.length);
    expect(cache.stretches(a)).toHaveLength(1);
    expect(cache.stretches(b)).toHaveLength(2);
  });
});
