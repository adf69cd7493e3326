import { describe, expect, it, vi } from 'vitest';
import { SteadyLoad } from '../src/load/steady.ts';
import { readStamp, type StampedTick } from '../src/measure/tick-stamp.ts';

const stampOf = ({ _id }: StampedTick) => readStamp(_id.toHexString());
const order = { run: 3, rate: 2_000, tickers: 4 };

describe('a steady load', () => {
  it('sends the ticks of each ticker one after the other, and counts what was acknowledged', async () => {
    const sent = new Map<string, number[]>();
    const underWay = new Set<string>();
    let overlaps = 0;
    const load = new SteadyLoad(async (tick) => {
      if (underWay.has(tick.ticker)) overlaps++;
      underWay.add(tick.ticker);
      sent.set(tick.ticker, [...(sent.get(tick.ticker) ?? []), stampOf(tick).sequence]);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay.delete(tick.ticker);
    }, order);
    await vi.waitFor(() => expect(Math.min(...load.counts.slice(1))).toBeGreaterThan(10));
    await load.end();
    expect(overlaps).toBe(0);
    expect(load.counts).toEqual([0, ...['T01', 'T02', 'T03', 'T04'].map((name) => sent.get(name)!.length)]);
    for (const numbers of sent.values()) expect(numbers).toEqual(numbers.map((_, index) => index));
  });

  it('tells who asks for the counts that a tick was not taken', async () => {
    const load = new SteadyLoad(() => Promise.reject(new Error('not the primary')), order);
    await load.end();
    expect(() => load.counts).toThrow('not the primary');
  });
});
