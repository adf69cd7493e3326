import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { dueMs, paced } from '../src/load/paced.ts';
import { heardText, tickText } from '../src/load/tick-text.ts';
import type { StampedTick } from '../src/measure/tick-stamp.ts';

const count = (encoded: string) => LatencyHistogram.decode(encoded).summary().count;

describe('a pace', () => {
  it('is kept whether or not anything is acknowledged: an open loop', async () => {
    const sent: StampedTick[] = [];
    let acknowledge = () => {};
    const never = new Promise<void>((resolve) => (acknowledge = resolve));
    const order = { run: 7, rate: 1_000, seconds: 0.05 };
    const published = await paced((ticks) => {
      sent.push(...ticks);
      if (sent.length === 50) acknowledge();
      return never;
    }, order);
    expect(published.counts).toEqual([50]);
    expect(sent).toHaveLength(50);
    expect(count(published.acknowledged)).toBe(50);
  });

  it('takes no time of an acknowledgement where there is none', async () => {
    const published = await paced(() => undefined, { run: 1, rate: 1_000, seconds: 0.01 });
    expect(count(published.acknowledged)).toBe(0);
    expect(count(published.late!)).toBe(10);
  });

  it('has one tick in each interval, at changing places', () => {
    const places = Array.from({ length: 100 }, (_, index) => dueMs(index, 10) - index * 100);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...places)).toBeLessThan(100);
    expect(new Set(places.map((place) => Math.floor(place / 10))).size).toBe(10);
  });
});

describe('the text of a tick', () => {
  it('tells its stamp and the moment of sending to whoever hears it', async () => {
    const texts: string[] = [];
    await paced(([tick]) => void texts.push(tickText(tick!)), { run: 300, rate: 1_000, seconds: 0.002 });
    const heard = texts.flatMap(heardText);
    expect(heard).toMatchObject([
      { run: 300, publisher: 0, from: 0, to: 0 },
      { run: 300, publisher: 0, from: 1, to: 1 },
    ]);
    expect(heard[1]!.sentMicros).toBeGreaterThan(heard[0]!.sentMicros);
  });
});
