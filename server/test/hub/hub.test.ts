import type { Tick } from '@ticker/protocol';
import { EVERY_TICKER } from '@ticker/protocol';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';

const FLUSH_MS = 20;

let now: number;
let timers: { ms: number; run: () => void }[];
let hub: Hub;
/** When the listener was woken. */
let woken: number[];
const listener = { pump: () => void woken.push(now) };

beforeEach(() => {
  now = 5;
  timers = [];
  woken = [];
  hub = new Hub(100, FLUSH_MS, { now: () => now, after: (ms, run) => void timers.push({ ms, run }) });
  hub.join(listener);
});

const tick = (id: string, ticker = 'PIP'): Tick => ({ id, time: 0, ticker, price: 1 });

describe('A flush', () => {
  it('comes at once when nothing came for a while, and then not before its time, with all that came', () => {
    hub.append([tick('a')]);
    expect(woken).toEqual([5]);
    now += 8;
    hub.append([tick('b')]);
    hub.append([tick('c')]);
    expect(woken).toEqual([5]);
    expect(timers.map(({ ms }) => ms)).toEqual([FLUSH_MS - 8]);
    now += FLUSH_MS - 8;
    timers.shift()!.run();
    expect(woken).toEqual([5, 25]);
    now += FLUSH_MS;
    hub.append([tick('d')]);
    expect(woken).toEqual([5, 25, 45]);
    expect(timers).toEqual([]);
  });

  it('may be planned again once one that was planned is done', () => {
    hub.append([tick('a')]);
    hub.append([tick('b')]);
    now += FLUSH_MS;
    timers.shift()!.run();
    hub.append([tick('c')]);
    expect(timers.map(({ ms }) => ms)).toEqual([FLUSH_MS]);
  });

  it('wakes nobody who has left', () => {
    expect(hub.subscribers).toBe(1);
    hub.leave(listener);
    expect(hub.subscribers).toBe(0);
    hub.append([tick('a')]);
    expect(woken).toEqual([]);
  });

  it('is told of with the live ticks that it brought, once', () => {
    const told: (readonly (readonly Tick[])[])[] = [];
    hub.onFlush = (batches) => void told.push(batches);
    hub.append([tick('old')], false);
    expect(told).toEqual([]);
    hub.append([tick('a')]);
    hub.append([tick('b')]);
    timers.shift()!.run();
    now += 2 * FLUSH_MS;
    hub.append([tick('older')], false);
    expect(told).toEqual([[[tick('a')], [tick('b')]]]);
  });

  it('comes for a gap too', () => {
    hub.append([tick('a')]);
    now += FLUSH_MS;
    hub.gap(false);
    expect(woken).toEqual([5, 25]);
    expect(hub.backlog.gapWithin(1, 1)).toBe(1);
    expect(hub.backlog.position('a')).toBe(0);
    hub.gap(true);
    expect(hub.backlog.position('a')).toBeUndefined();
  });
});

describe('A tick that is waited for', () => {
  let ended: string[];
  let abort: AbortController;
  beforeEach(() => {
    ended = [];
    abort = new AbortController();
  });

  /** Waits for the tick; when it has come, or nobody waits any more, its id is in `ended`. */
  function wait(id: string, tickers: ReadonlySet<string> | typeof EVERY_TICKER, signal = abort.signal): void {
    void hub.arrival(id, tickers, signal).then(() => ended.push(id));
  }

  it('ends the wait when it comes, of all who wait for it', async () => {
    wait('a', new Set(['PIP']));
    wait('a', EVERY_TICKER);
    wait('b', EVERY_TICKER);
    hub.append([tick('x')]);
    await nextTurn();
    expect(ended).toEqual([]);
    hub.append([tick('y'), tick('a')]);
    await nextTurn();
    expect(ended).toEqual(['a', 'a']);
    hub.append([tick('b')]);
    await nextTurn();
    expect(ended).toEqual(['a', 'a', 'b']);
  });

  it('is not waited for where it is held, or nobody waits any more', async () => {
    hub.append([tick('a')]);
    wait('a', new Set(['PIP']));
    wait('b', EVERY_TICKER, AbortSignal.abort());
    await nextTurn();
    expect(ended).toEqual(['a', 'b']);
  });

  it('is waited for until the signal, and by the others on', async () => {
    wait('a', EVERY_TICKER);
    wait('a', EVERY_TICKER, new AbortController().signal);
    abort.abort();
    await nextTurn();
    expect(ended).toEqual(['a']);
    hub.append([tick('a')]);
    await nextTurn();
    expect(ended).toEqual(['a', 'a']);
  });

  it('is as good as none where it may not be read', async () => {
    hub.append([tick('a', 'ACME')]);
    expect(hub.holds('a', EVERY_TICKER)).toBe(true);
    expect(hub.holds('a', new Set(['ACME']))).toBe(true);
    expect(hub.holds('a', new Set(['PIP']))).toBe(false);
    expect(hub.holds('b', EVERY_TICKER)).toBe(false);
    wait('a', new Set(['PIP']));
    wait('c', new Set(['PIP']));
    hub.append([tick('c', 'ACME')]);
    await nextTurn();
    expect(ended).toEqual([]);
  });
});
