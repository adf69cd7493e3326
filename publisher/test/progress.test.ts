import { describe, expect, test } from 'vitest';
import { describeEnd, describeNow, toJson } from '../src/progress-text.ts';
import { type Goal, Progress } from '../src/progress.ts';
import { FakeClock } from './fake-clock.ts';

const clock = new FakeClock();
const time = new Date('2024-11-21T10:00:00Z');

function appended(count: number, offset?: number): Parameters<Progress['add']>[0] {
  return {
    ticks: Array.from({ length: count }, () => ({ time, ticker: 'PIP', price: 44.5 })),
    appended: true,
    offset,
  };
}

function progressOf(goal: Goal, count: number, offset?: number): Progress {
  const progress = new Progress(clock, goal);
  progress.add(appended(count, offset));
  return progress;
}

describe('progress', () => {
  test('rate is that of the last five seconds', () => {
    const progress = new Progress(clock);
    for (let second = 0; second < 20; second++) {
      clock.time += 1_000;
      progress.add(appended(second < 10 ? 100 : 2));
      progress.rate();
    }
    expect(progress.rate()).toBe(2);
    expect(progress.overallRate).toBe(51);
  });

  test('has no fraction where no end is in sight', () => {
    expect(progressOf({}, 5).fraction).toBeUndefined();
    expect(progressOf({ bytes: 0 }, 5, 10).fraction).toBeUndefined();
  });

  test('is a fraction of the count, or of the file, whichever ends first', () => {
    expect(progressOf({ ticks: 10 }, 5).fraction).toBe(0.5);
    expect(progressOf({ bytes: 40 }, 5, 10).fraction).toBe(0.25);
    expect(progressOf({ ticks: 10, bytes: 1000 }, 5, 10).fraction).toBe(0.5);
  });

  test('in words has a bar, the last price, count and rate', () => {
    const progress = progressOf({ ticks: 5_000 }, 2_500);
    clock.time += 2_000;
    expect(describeNow(progress)).toBe('██████████░░░░░░░░░░ 50 % · PIP 44.50 · 2,500 ticks · 1,250/s');
  });

  test('in words says why it waits', () => {
    const progress = progressOf({}, 1);
    progress.waiting = 'no primary';
    expect(describeNow(progress)).toMatch(/ · waiting for MongoDB: no primary$/);
  });

  test('at the end tells what is missing', () => {
    const progress = progressOf({}, 1);
    progress.add({ ticks: appended(3).ticks, appended: false, offset: undefined });
    progress.badLines = 2;
    clock.time += 500;
    expect(describeEnd(progress)).toBe(
      'published 1 tick in 0.5 s (2/s); not known of 3 more: MongoDB did not answer; 2 bad lines left out',
    );
  });

  test('for machines holds everything', () => {
    const progress = progressOf({}, 4);
    clock.time += 2_000;
    expect(JSON.parse(JSON.stringify(toJson('end', progress)))).toEqual({
      type: 'end',
      appended: 4,
      unconfirmed: 0,
      badLines: 0,
      seconds: 2,
      ticksPerSecond: 2,
      last: { time: '2024-11-21T10:00:00.000Z', ticker: 'PIP', price: 44.5 },
      waiting: null,
    });
  });
});
