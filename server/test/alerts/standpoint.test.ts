import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Standpoint } from '../../src/alerts/standpoint.ts';
import { Hub } from '../../src/hub/hub.ts';

let hub: Hub;
let current: boolean;
/** What the primary says of any tick. */
let exists: boolean | undefined;
let standpoint: Standpoint;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The waiting is AbortSignal.timeout, which no fake clock moves.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ended = new AbortController();
    setTimeout(() => ended.abort(), ms);
    return ended.signal;
  });
  hub = new Hub(100, 0, { now: () => 0, after: () => {} });
  current = true;
  exists = true;
  standpoint = new Standpoint({ hub, exists: async () => exists, isCurrent: () => current });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** After as long as anything is waited for. */
async function later<Value>(value: Promise<Value>): Promise<Value> {
  await vi.advanceTimersByTimeAsync(10_000);
  return value;
}

function come(...ids: string[]): void {
  hub.append(ids.map((id) => ({ id, time: 0, ticker: 'PIP', price: 1 })));
}

describe('A process that is behind', () => {
  beforeEach(() => {
    current = false;
  });

  it('arms no rule: not a new one, nor one whose last tick it has not seen', async () => {
    expect(await later(standpoint.after(null))).toBeUndefined();
    come('t1');
    expect(await later(standpoint.after(null))).toBeUndefined();
    expect(await later(standpoint.after('t2'))).toBeUndefined();
    exists = false;
    expect(await later(standpoint.after('t2'))).toBeUndefined();
  });

  it('for a moment is waited for', async () => {
    come('t1');
    const position = standpoint.after(null);
    await vi.advanceTimersByTimeAsync(1_000);
    come('t2');
    current = true;
    expect(await later(position)).toBe('t2');
  });

  it('arms a rule whose last tick it holds: what it has is as new', async () => {
    come('t1', 't2');
    expect(await standpoint.after('t1')).toBe('t2');
    expect(await standpoint.after('t2')).toBe('t2');
  });
});

describe('A process that is not behind', () => {
  it('arms a rule at its newest tick, and at none where there is none', async () => {
    expect(await standpoint.after(null)).toBeNull();
    come('t1');
    expect(await standpoint.after(null)).toBe('t1');
  });

  it('waits for a tick that another one has seen first', async () => {
    come('t1');
    const position = standpoint.after('t2');
    await vi.advanceTimersByTimeAsync(1_000);
    come('t2', 't3');
    expect(await position).toBe('t3');
  });

  it('has forgotten a tick that exists, and does not come', async () => {
    come('t1');
    let position: string | null | undefined;
    void standpoint.after('old').then((it) => (position = it));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(position).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(position).toBe('t1');
  });

  it('waits for no tick that was overwritten', async () => {
    come('t1');
    exists = false;
    expect(await standpoint.after('old')).toBe('t1');
  });

  it('arms nothing when it falls behind while it waits', async () => {
    come('t1');
    const position = standpoint.after('t2');
    await vi.advanceTimersByTimeAsync(1_000);
    current = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await position).toBeUndefined();
  });
});
