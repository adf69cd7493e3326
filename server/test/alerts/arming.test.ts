import type { Match } from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Arming, type PlacedRule } from '../../src/alerts/arming.ts';
import { Evaluator } from '../../src/alerts/evaluator.ts';
import { Hub } from '../../src/hub/hub.ts';

let hub: Hub;
let evaluator: Evaluator;
let arming: Arming;
let fired: string[];
let asked: string[];
/** By id, what the primary says. */
let primary: Map<string, boolean | undefined>;
let current: boolean;
let disarmed: Set<string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  hub = new Hub(100, 0, { now: () => 0, after: () => {} });
  evaluator = new Evaluator(hub.backlog, () => 0);
  fired = [];
  asked = [];
  primary = new Map();
  current = true;
  disarmed = new Set();
  arming = new Arming({
    hub,
    evaluator,
    exists: async (id) => {
      asked.push(id);
      return primary.get(id);
    },
    isCurrent: () => current,
    onMatches: collect,
    isArmed: ({ id }) => !disarmed.has(id),
  });
});
afterEach(() => {
  arming.stop();
  vi.useRealTimers();
});

function collect(matches: readonly Match[]): void {
  for (const { id, tick } of matches) fired.push(`${id}@${tick.id}`);
}

/** Ticks above every rule's price. */
function come(...ids: string[]): void {
  hub.append(ids.map((id): Tick => ({ id, time: 0, ticker: 'PIP', price: 9 })));
  collect(evaluator.evaluate());
}

function rule(id: string, position: string | null): PlacedRule {
  return { id, generation: 1, ticker: 'PIP', condition: { type: 'above', price: 1 }, position };
}

/** Lets all that waits for nothing but its turn go on. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
}

describe('An armed rule', () => {
  it('is fired by ticks that came after its position, and not by older ones', async () => {
    come('t0', 't1', 't2');
    arming.arm([rule('a', 't1'), rule('b', 't2')]);
    await settle();
    expect(fired).toEqual(['a@t2']);
    come('t3');
    expect(fired).toEqual(['a@t2', 'b@t3']);
    expect(asked).toEqual([]);
  });

  it('without a position is fired by any tick', async () => {
    come('t0');
    arming.arm([rule('a', null)]);
    await settle();
    expect(fired).toEqual(['a@t0']);
  });

  it('whose position was overwritten is fired by any tick: all are newer', async () => {
    come('t0');
    primary.set('old', false);
    arming.arm([rule('a', 'old')]);
    await settle();
    expect(fired).toEqual(['a@t0']);
  });

  it('whose position was overwritten is fired by nothing while this process is that far behind', async () => {
    come('t0');
    primary.set('old', false);
    current = false;
    arming.arm([rule('a', 'old')]);
    await settle();
    expect(fired).toEqual([]);
    come('old', 't1');
    await settle();
    expect(fired).toEqual(['a@t1']);
  });

  it('whose position has not come yet is fired by nothing before that', async () => {
    come('t0');
    primary.set('t2', true);
    arming.arm([rule('a', 't2'), rule('b', 't2')]);
    await settle();
    come('t1', 't2');
    await settle();
    expect(fired).toEqual([]);
    come('t3');
    await settle();
    expect(fired).toEqual(['a@t3', 'b@t3']);
    expect(asked).toEqual(['t2']);
  });

  it('while the primary does not answer is fired by nothing, and asked for again', async () => {
    come('t0');
    arming.arm([rule('a', 'old')]);
    await settle();
    expect(arming.size).toBe(1);
    primary.set('old', false);
    await vi.advanceTimersByTimeAsync(500);
    await settle();
    expect(asked).toEqual(['old', 'old']);
    expect(fired).toEqual(['a@t0']);
  });

  it('that was changed while it waited is left alone', async () => {
    come('t0');
    primary.set('t1', true);
    arming.arm([rule('a', 't1')]);
    await settle();
    disarmed.add('a');
    come('t1', 't2');
    await settle();
    expect(fired).toEqual([]);
    expect(evaluator.size).toBe(0);
  });
});

describe('A position that exists, and does not come', () => {
  // The waiting itself is AbortSignal.timeout, which no fake clock moves.
  beforeEach(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const ended = new AbortController();
      setTimeout(() => ended.abort(), ms);
      return ended.signal;
    });
    come('t0');
    primary.set('old', true);
    arming.arm([rule('a', 'old')]);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is older than what is held, where this process has all new ticks', async () => {
    await settle();
    expect(fired).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    await settle();
    expect(fired).toEqual(['a@t0']);
  });

  it('is waited for, where this process is behind', async () => {
    current = false;
    arming.stop();
    await settle();
    arming = new Arming({
      hub,
      evaluator,
      exists: async () => true,
      isCurrent: () => current,
      onMatches: collect,
      isArmed: () => true,
    });
    arming.arm([rule('a', 'old')]);
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    await settle();
    expect(fired).toEqual([]);
    come('old', 't1');
    await settle();
    expect(fired).toEqual(['a@t1']);
  });
});
