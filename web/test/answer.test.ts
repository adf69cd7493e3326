import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask } from '../src/answer.ts';

/** A server that never answers, and a browser's fetch: it rejects when its signal is aborted. */
const silent = vi.fn<typeof fetch>(
  async (_path, init) =>
    new Promise((_resolve, reject) => {
      const signal = init?.signal;
      const end = (): void => reject(new DOMException('no', 'AbortError'));
      if (signal?.aborted) end();
      signal?.addEventListener('abort', end);
    }),
);
const unanswered = { ok: false, problem: { status: 0, code: '', message: '' } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
  // Safari before 17.4 and Firefox before 124 have no such thing.
  vi.stubGlobal('AbortSignal', { ...AbortSignal, any: undefined, timeout: undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is broken off is over at once, in browsers too that cannot join signals', async () => {
  const ended = new AbortController();
  const answer = ask('GET', '/api/alerts', undefined, ended.signal);
  ended.abort();
  expect(await answer).toEqual(unanswered);
});

test('what was broken off before is not even waited for', async () => {
  const ended = new AbortController();
  ended.abort();
  expect(await ask('GET', '/api/alerts', undefined, ended.signal)).toEqual(unanswered);
});

test('a server that does not answer is given up after 15 s', async () => {
  let over = false;
  const answer = ask('GET', '/api/alerts', undefined, new AbortController().signal).finally(
    () => (over = true),
  );
  await vi.advanceTimersByTimeAsync(14_999);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual(unanswered);
});

test('an answer leaves no timer behind', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ name: 'a' }));
  const ended = new AbortController();
  expect(await ask('GET', '/api/alerts', undefined, ended.signal)).toEqual({
    ok: true,
    value: { name: 'a' },
  });
  expect(vi.getTimerCount()).toBe(0);
});
