import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from '../../src/history/turns.ts';

const forever = new AbortController().signal;
let turns: Turns;
let begun: number[];
let ends: (() => void)[];
let running: number;
let most: number;

beforeEach(() => {
  vi.useFakeTimers();
  turns = new Turns({ atOnce: 2, atOnceEach: 2, waiting: 3, waitingEach: 3, patienceMs: 5_000 });
  begun = [];
  ends = [];
  running = most = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that goes on until the test ends it. */
function begin(n: number, signal = forever, client = 'one'): Promise<number> {
  return turns.run({ client, signal }, async () => {
    begun.push(n);
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => (ends[n] = resolve));
    running--;
    return n;
  });
}

describe('Turns', () => {
  it('let so many at it at once, and the others in the order in which they came', async () => {
    const results = [0, 1, 2, 3, 4].map((n) => begin(n));
    expect(begun).toEqual([0, 1]);
    for (const n of [1, 0, 2, 3, 4]) {
      await vi.waitUntil(() => ends[n]);
      ends[n]!();
    }
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    // And so it stays, for those who come later.
    for (const n of [5, 6, 7]) void begin(n);
    expect(most).toBe(2);
  });

  it('let the next one on when work fails', async () => {
    const failing = turns.run({ client: 'one', signal: forever }, () => Promise.reject(new Error('broken')));
    void begin(0);
    const waiting = begin(1);
    await expect(failing).rejects.toThrow('broken');
    await vi.waitUntil(() => ends[1]);
    ends[1]!();
    expect(await waiting).toBe(1);
  });

  it('refuse whom they would keep waiting behind too many', async () => {
    for (const n of [0, 1, 2, 3, 4]) void begin(n);
    await expect(begin(5)).rejects.toMatchObject({ statusCode: 503, code: 'busy' });
  });

  it("refuse whose turn has not come in time, who takes nobody else's place then", async () => {
    void begin(0);
    void begin(1);
    const late = expect(begin(2)).rejects.toMatchObject({ statusCode: 503, code: 'busy' });
    await vi.advanceTimersByTimeAsync(4_999);
    const patient = begin(3);
    await vi.advanceTimersByTimeAsync(1);
    await late;
    ends[0]!();
    await vi.waitUntil(() => ends[3]);
    ends[3]!();
    expect(await patient).toBe(3);
    expect(begun).toEqual([0, 1, 3]);
  });

  it('forget whoever has gone', async () => {
    void begin(0);
    void begin(1);
    const client = new AbortController();
    const gone = expect(begin(2, client.signal)).rejects.toThrow('gone');
    const next = begin(3);
    client.abort(new Error('gone'));
    await gone;
    ends[1]!();
    await vi.waitUntil(() => ends[3]);
    ends[3]!();
    expect(await next).toBe(3);
    expect(begun).toEqual([0, 1, 3]);
  });

  it('do nothing for whoever had gone before', async () => {
    await expect(begin(0, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(begun).toEqual([]);
  });

  it('let another client go ahead of one that has as many at it as it may', async () => {
    turns = new Turns({ atOnce: 3, atOnceEach: 2, waiting: 10, waitingEach: 10, patienceMs: 5_000 });
    const results = [0, 1, 2, 3].map((n) => begin(n, forever, 'greedy'));
    expect(begun).toEqual([0, 1]);
    results.push(begin(4, forever, 'modest'));
    expect(begun).toEqual([0, 1, 4]);
    for (const n of [4, 0, 1, 2, 3]) {
      await vi.waitUntil(() => ends[n]);
      ends[n]!();
    }
    await Promise.all(results);
    expect(begun).toEqual([0, 1, 4, 2, 3]);
  });

  it('refuse what one client has waiting beyond its share, and nobody else for it', async () => {
    turns = new Turns({ atOnce: 1, atOnceEach: 1, waiting: 10, waitingEach: 2, patienceMs: 5_000 });
    const results = [0, 1, 2].map((n) => begin(n, forever, 'greedy'));
    await expect(begin(3, forever, 'greedy')).rejects.toMatchObject({ code: 'busy' });
    results.push(begin(4, forever, 'modest'));
    for (const n of [0, 1, 2, 4]) {
      await vi.waitUntil(() => ends[n]);
      ends[n]!();
    }
    await Promise.all(results);
  });
});
