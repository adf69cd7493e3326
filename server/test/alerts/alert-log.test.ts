import type { AlertEntry } from '@ticker/mongo';
import { beforeEach, describe, expect, it } from 'vitest';
import { AlertLog } from '../../src/alerts/alert-log.ts';
import { type Grant, OPEN } from '../../src/auth/grant.ts';

let log: AlertLog;
let made: number;

beforeEach(() => {
  log = new AlertLog(10);
  made = 0;
});

function entries(count: number, { owner = null as string | null, ticker = 'PIP' } = {}): AlertEntry[] {
  return Array.from({ length: count }, () => {
    const id = `a${made++}`;
    const tick = { id: `t${id}`, time: 0, ticker, price: 2 };
    return { id, rule: 'r', owner, ticker, condition: { type: 'above', price: 1 }, note: '', tick, time: 0 };
  });
}

function come(...alerts: AlertEntry[]): void {
  log.take({ type: 'ticks', ticks: alerts, live: true });
}

function rest(reader: ReturnType<AlertLog['reader']>): unknown[] {
  const all = [];
  for (let next = reader.next(); next; next = reader.next()) {
    all.push(next === 'overtaken' ? next : next.id);
    if (next === 'overtaken') reader.recent();
  }
  return all;
}

const ids = (alerts: readonly { id: string }[]): string[] => alerts.map(({ id }) => id);

describe('A reader of alerts', () => {
  it('gets the newest that there are, oldest first, and then those that come', () => {
    come(...entries(3));
    const reader = log.reader(OPEN);
    expect(ids(reader.recent())).toEqual(['a0', 'a1', 'a2']);
    expect(reader.next()).toBeUndefined();
    come(...entries(2));
    expect(rest(reader)).toEqual(['a3', 'a4']);
    expect(reader.next()).toBeUndefined();
  });

  it('gets at most 100 at first', () => {
    log = new AlertLog(300);
    come(...entries(250));
    const recent = ids(log.reader(OPEN).recent());
    expect(recent).toHaveLength(100);
    expect([recent[0], recent.at(-1)]).toEqual(['a150', 'a249']);
  });

  it('that the log has overtaken is told so, once', () => {
    const reader = log.reader(OPEN);
    come(...entries(11));
    expect(rest(reader)).toEqual(['overtaken']);
    come(...entries(1));
    expect(rest(reader)).toEqual(['a11']);
  });

  it('that has all is not overtaken, however many there have been', () => {
    const reader = log.reader(OPEN);
    for (let n = 0; n < 10; n++) {
      come(...entries(10));
      expect(rest(reader)).toHaveLength(10);
    }
  });

  it('is told where the tail may have missed some, once, and where all are others', () => {
    come(...entries(2));
    const reader = log.reader(OPEN);
    log.take({ type: 'gap', recreated: false });
    expect(rest(reader)).toEqual(['overtaken']);
    log.take({ type: 'gap', recreated: true });
    expect(reader.next()).toBe('overtaken');
    expect(reader.recent()).toEqual([]);
    expect(rest(reader)).toEqual([]);
  });

  it('sees what is of its subject and of tickers that its token allows, without the owner', () => {
    const alice: Grant = { subject: 'alice', expiresAt: Infinity, tickers: new Set(['PIP']) };
    const reader = log.reader(alice);
    come(
      ...entries(1, { owner: 'bob' }),
      ...entries(1, { owner: 'alice' }),
      ...entries(1, { owner: 'alice', ticker: 'ACME' }),
      ...entries(1),
    );
    expect(rest(reader)).toEqual(['a1']);
    const [seen] = log.reader(alice).recent();
    expect(seen?.id).toBe('a1');
    expect(seen).not.toHaveProperty('owner');
    expect(ids(log.reader(OPEN).recent())).toEqual(['a3']);
  });
});

describe('The log', () => {
  it('knows an id once, and as long as it holds it', () => {
    const [first] = entries(1);
    come(first!, first!);
    expect([log.first, log.next, log.position('a0')]).toEqual([0, 1, 0]);
    come(...entries(10));
    expect([log.first, log.next, log.position('a0')]).toEqual([1, 11, undefined]);
  });

  it('wakes those who have joined', () => {
    let woken = 0;
    const listener = { pump: () => woken++ };
    log.join(listener);
    come(...entries(1));
    log.take({ type: 'filled' });
    log.leave(listener);
    come(...entries(1));
    expect(woken).toBe(1);
  });
});
