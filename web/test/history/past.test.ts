import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Past, PAST_MAX } from '../../src/history/past.ts';
import type { Bar } from '../../src/store/bar.ts';
import { Series } from '../../src/store/series.ts';
import { flatBar, seconds } from './bars.ts';

const times = (bars: readonly Bar[]): number[] => bars.map(({ time }) => time);

test('older bars come before the live ones, each time once', () => {
  const past = new Past();
  const live = seconds(10, 12);
  past.put(seconds(6, 12), live);
  past.put(seconds(3, 6), live);
  expect(times(past.join(live))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('where both have a bar it is complete, and what has come since is added', () => {
  const series = new Series(60);
  // The page was opened amid the minute, and has seen its last two ticks.
  series.add(40_000, 5);
  series.add(50_000, 4);
  const past = new Past();
  past.put([{ time: 0, open: 1, high: 9, low: 1, close: 4, count: 30 }], series.bars);
  expect(past.join(series.bars)).toEqual([{ time: 0, open: 1, high: 9, low: 1, close: 4, count: 30 }]);
  series.add(55_000, 10);
  expect(past.join(series.bars)).toEqual([{ time: 0, open: 1, high: 10, low: 1, close: 10, count: 31 }]);
});

test('whenever the server answers, the bars are those of all ticks', () => {
  const tick = fc.record({
    time: fc.integer({ min: 0, max: 40_000 }),
    price: fc.integer({ min: 1, max: 99 }),
  });
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1, maxLength: 80 }), fc.nat(), fc.nat(), (ticks, a, b) => {
      const opened = a % ticks.length;
      const answered = Math.max(opened + 1, b % (ticks.length + 1));
      const [all, live, server] = [new Series(5), new Series(5), new Series(5)];
      const past = new Past();
      ticks.forEach(({ time, price }, index) => {
        all.add(time, price);
        if (index < answered) server.add(time, price);
        if (index >= opened) live.add(time, price);
        if (index === answered - 1) past.put(server.bars, live.bars);
      });
      expect(past.join(live.bars)).toEqual(all.bars);
    }),
  );
});

test('a joined bar is the same object until the live one changes', () => {
  const series = new Series(5);
  series.add(1000, 1);
  const past = new Past();
  past.put([flatBar(0, 2)], series.bars);
  const [before] = past.join(series.bars);
  expect(past.join(series.bars)[0]).toBe(before);
  series.add(2000, 3);
  expect(past.join(series.bars)[0]).not.toBe(before);
});

test('a gap that this page had stays where it was', () => {
  const live = [flatBar(1), { ...flatBar(2), gap: 'before', missed: 7 } as const];
  const past = new Past();
  past.put(seconds(0, 3), live);
  expect(past.join(live)[2]).toMatchObject({ gap: 'before', missed: 7 });
});

test('bars that the live ones give up are taken over', () => {
  const past = new Past();
  past.put(seconds(0, 3), seconds(2, 9));
  const shown = past.join(seconds(2, 9));
  past.takeOver(shown, 6);
  expect(past.join(seconds(6, 9))).toEqual(shown);
});

test('what is held is bounded; where bars are left out, no line leads across', () => {
  const past = new Past();
  const live = seconds(PAST_MAX + 10, PAST_MAX + 12);
  past.takeOver([...seconds(0, PAST_MAX + 10), ...live], PAST_MAX + 10);
  const all = past.join(live);
  expect([past.full, past.torn, all.length]).toEqual([true, true, PAST_MAX + 2]);
  expect(all[PAST_MAX]).toMatchObject({ time: PAST_MAX + 10, gap: 'before', missed: null });
});

test('at the newest prices the oldest bars go', () => {
  const past = new Past();
  past.takeOver(seconds(0, 3000), 3000);
  expect(past.prune()).toBe(true);
  expect(past.start).toBe(1500);
  expect(past.prune()).toBe(false);
});
