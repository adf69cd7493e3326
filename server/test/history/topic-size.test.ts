import type { TopicStats } from '@ticker/mongo';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasRolled } from '@ticker/mongo';
import { TopicSize } from '../../src/history/topic-size.ts';

const stats = { count: 300, max: 1_000, sizeBytes: 30_000, maxBytes: 1_000_000 };
let answers: ((answer: TopicStats | Error) => void)[];
let size: TopicSize;

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  size = new TopicSize(
    () =>
      new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

it('is asked anew each time', async () => {
  const first = size.get();
  answers[0]!(stats);
  expect(await first).toBe(stats);
  const second = size.get();
  answers[1]!({ ...stats, count: 301 });
  expect(await second).toMatchObject({ count: 301 });
});

it('is asked once by many at the same time', async () => {
  const all = Promise.all([size.get(), size.get(), size.get()]);
  answers[0]!(stats);
  expect(await all).toEqual([stats, stats, stats]);
  expect(answers).toHaveLength(1);
});

it('is what was known last when the question fails', async () => {
  const first = size.get();
  answers[0]!(stats);
  await first;
  const second = size.get();
  answers[1]!(new Error('away'));
  expect(await second).toBe(stats);
});

it('is unavailable when it was never known, with the reason', async () => {
  const first = expect(size.get()).rejects.toMatchObject({ reason: 'unavailable', cause: new Error('away') });
  answers[0]!(new Error('away'));
  await first;
});

it('is waited for by one, while the answer does not come', async () => {
  const known = size.get();
  answers[0]!(stats);
  await known;
  let waited = false;
  const first = size.get().then(() => (waited = true));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(waited).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  // Whoever comes now gets it at once.
  expect(await size.get()).toBe(stats);
  expect(answers).toHaveLength(2);
  answers[1]!({ ...stats, count: 302 });
  await vi.advanceTimersByTimeAsync(0);
  const next = size.get();
  answers[2]!({ ...stats, count: 303 });
  expect(await next).toMatchObject({ count: 303 });
});

it.each([
  [false, { count: 999 }],
  [true, { count: 1_000 }],
  [true, { sizeBytes: 950_000 }],
])('has rolled over: %s for %o', (rolled, change) => {
  expect(hasRolled({ ...stats, ...change })).toBe(rolled);
});
