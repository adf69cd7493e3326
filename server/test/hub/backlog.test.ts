import type { Tick } from '@ticker/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { Backlog } from '../../src/hub/backlog.ts';

const CAPACITY = 5;
let backlog: Backlog;
beforeEach(() => (backlog = new Backlog(CAPACITY)));

const tick = (id: string, ticker = 'PIP'): Tick => ({ id, time: 0, ticker, price: 1 });

/** Appends t0, t1, … as many as asked for, after those that there are. */
function append(count: number, ticker?: string): void {
  const from = backlog.next;
  backlog.append(Array.from({ length: count }, (_, n) => tick(`t${from + n}`, ticker)));
}

describe('A backlog', () => {
  it('holds the last ticks, each at a position of its own and by its id', () => {
    append(CAPACITY);
    expect([backlog.first, backlog.next, backlog.size]).toEqual([0, 5, 5]);
    append(3);
    expect([backlog.first, backlog.next, backlog.size]).toEqual([3, 8, 5]);
    expect([3, 4, 5, 6, 7].map((position) => backlog.at(position).id)).toEqual([
      't3',
      't4',
      't5',
      't6',
      't7',
    ]);
    expect(['t2', 't3', 't7', 't8'].map((id) => backlog.position(id))).toEqual([undefined, 3, 7, undefined]);
  });

  it('leaves out a tick that it holds, and takes one that it has forgotten for new', () => {
    append(3);
    backlog.append([tick('t1'), tick('t3')]);
    expect([backlog.next, backlog.position('t1'), backlog.position('t3')]).toEqual([4, 1, 3]);
    append(4);
    backlog.append([tick('t1')]);
    expect(backlog.position('t1')).toBe(8);
  });

  it('has no last tick before there is one', () => {
    expect(backlog.last).toBeUndefined();
    append(7);
    expect(backlog.last?.id).toBe('t6');
    backlog.clear();
    expect(backlog.last).toBeUndefined();
  });

  it('is complete while it holds all that the topic ever had', () => {
    expect(backlog.complete).toBe(false);
    backlog.whole = true;
    append(CAPACITY);
    expect(backlog.complete).toBe(true);
    append(1);
    expect(backlog.complete).toBe(false);
  });

  it('knows nothing of a topic that was made anew, but counts on', () => {
    backlog.whole = true;
    append(3);
    backlog.clear();
    expect([backlog.begin, backlog.first, backlog.next, backlog.size]).toEqual([3, 3, 3, 0]);
    expect(backlog.whole).toBe(false);
    expect(backlog.position('t1')).toBeUndefined();
    backlog.append([tick('t1')]);
    expect(backlog.position('t1')).toBe(3);
  });
});

describe('Gaps in a backlog', () => {
  it('stand before the next tick, once however often they are noted', () => {
    append(2);
    backlog.gap();
    backlog.gap();
    append(2);
    backlog.gap();
    expect(backlog.gapWithin(0, 9)).toBe(2);
    expect(backlog.gapWithin(2, 2)).toBe(2);
    expect(backlog.gapWithin(3, 9)).toBe(4);
    expect(backlog.gapWithin(3, 3)).toBeUndefined();
    expect(backlog.gapWithin(5, 9)).toBeUndefined();
  });

  it('are where a snapshot begins at the earliest', () => {
    append(2);
    expect(backlog.unbrokenSince(2)).toBe(0);
    backlog.gap();
    append(3);
    expect(backlog.unbrokenSince(2)).toBe(0);
    expect(backlog.unbrokenSince(3)).toBe(2);
    append(3);
    expect(backlog.unbrokenSince(8)).toBe(3);
  });

  it('are forgotten once the ring has left them behind', () => {
    backlog.gap();
    append(1);
    backlog.gap();
    append(CAPACITY);
    backlog.gap();
    expect(backlog.gapWithin(0, 9)).toBe(1);
    expect(backlog.gapWithin(2, 9)).toBe(6);
  });
});

describe('Tickers in a backlog', () => {
  it('have their newest tick also when the ring has overwritten it', () => {
    append(1, 'ACME');
    append(CAPACITY, 'PIP');
    expect(backlog.latest('ACME')).toEqual({ tick: tick('t0', 'ACME'), position: 0 });
    expect(backlog.latest('PIP')).toEqual({ tick: tick('t5', 'PIP'), position: 5 });
    expect(backlog.latest('CGN')).toBeUndefined();
    expect([...backlog.tickers()]).toEqual(['ACME', 'PIP']);
  });

  it('are counted, and found by their count, as in a plain list', () => {
    backlog = new Backlog(300);
    const names = Array.from({ length: 1_000 }, (_, n) => (n % 7 < 3 ? 'ACME' : 'PIP'));
    for (const [n, name] of names.entries()) {
      backlog.append([tick(`t${n}`, name)]);
      if (n % 97 > 0) continue;
      const positions = [...names.slice(0, n + 1).keys()].filter((at) => names[at] === 'ACME');
      for (let at = backlog.first; at <= backlog.next; at++) {
        const before = positions.filter((position) => position < at).length;
        expect(backlog.countBefore('ACME', at)).toBe(before);
        if (names[at] === 'ACME' && at < backlog.next) expect(backlog.nth('ACME', before)).toBe(at);
      }
      const gone = positions.filter((position) => position < backlog.first).length;
      expect(backlog.nth('ACME', gone - 1)).toBeUndefined();
      expect(backlog.nth('ACME', positions.length)).toBeUndefined();
    }
    expect(backlog.countBefore('CGN', 500)).toBe(0);
    expect(backlog.nth('CGN', 0)).toBeUndefined();
  });

  it('that are quiet are forgotten where publishers make up ten thousand names, others are not', () => {
    append(1, 'QUIET');
    append(1, 'BUSY');
    for (let n = 0; n < 9_998; n++) append(1, `T${n}`);
    append(CAPACITY, 'BUSY');
    expect([...backlog.tickers()]).toHaveLength(10_000);
    expect(backlog.latest('QUIET')).toBeDefined();
    for (let n = 0; n < CAPACITY + 5; n++) append(1, n % 2 ? 'BUSY' : `U${n}`);
    expect([...backlog.tickers()].length).toBeLessThanOrEqual(10_002);
    expect(backlog.latest('BUSY')).toBeDefined();
    expect(backlog.countBefore('BUSY', backlog.next)).toBe(1 + CAPACITY + 5);
  });

  it('that have a last tick in the ring are not forgotten with the one before it', () => {
    for (let n = 0; n < 10_000; n++) append(1, `T${n}`);
    append(2, 'PAIR');
    for (let n = 1; n < CAPACITY; n++) append(1, `U${n}`);
    expect(backlog.at(backlog.first).ticker).toBe('PAIR');
    expect(backlog.latest('PAIR')?.position).toBe(backlog.first);
    append(1, 'V');
    expect(backlog.latest('PAIR')).toBeUndefined();
  });
});
