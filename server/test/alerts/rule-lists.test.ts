import type { Rule } from '@ticker/mongo';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RuleLists } from '../../src/alerts/rule-lists.ts';

let asked: string[];
/** Answers the reads under way, in their order. */
let answers: ((rules: Rule[] | Error) => void)[];
let lists: RuleLists;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  lists = new RuleLists({
    list: (owner, ticker) => {
      asked.push(`${owner} ${ticker}`);
      return new Promise((resolve, reject) =>
        answers.push((rules) => (rules instanceof Error ? reject(rules) : resolve(rules))),
      );
    },
    deliveries: async () => new Map([['a', { state: 'delivered', attempts: 1, error: null }]]),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const rule = { id: 'a' } as Rule;

describe('Lists of rules', () => {
  it('are read once for all who ask for the same at once', async () => {
    const all = Array.from({ length: 50 }, () => lists.newest('alice'));
    answers[0]!([rule]);
    for (const one of await Promise.all(all))
      expect(one).toMatchObject([{ rule, delivery: { attempts: 1 } }]);
    expect(asked).toEqual(['alice undefined']);
  });

  it('are of one owner, and of one ticker', () => {
    void lists.newest('alice');
    void lists.newest('bob');
    void lists.newest(null);
    void lists.newest('alice', 'PIP');
    expect(asked).toEqual(['alice undefined', 'bob undefined', 'null undefined', 'alice PIP']);
  });

  it('are kept for half a second, and then by nobody', async () => {
    const first = lists.newest('alice');
    answers[0]!([rule]);
    await first;
    await vi.advanceTimersByTimeAsync(499);
    await lists.newest('alice');
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(lists.size).toBe(0);
    void lists.newest('alice');
    expect(asked).toHaveLength(2);
  });

  it('that were being read when something was changed are not given to who asks after that', async () => {
    const before = lists.newest('alice');
    void lists.newest('bob');
    lists.drop('alice');
    const after = lists.newest('alice');
    answers[0]!([]);
    answers[2]!([rule]);
    expect(await before).toEqual([]);
    expect(await after).toHaveLength(1);
    // The first one's end takes nothing of the second.
    await vi.advanceTimersByTimeAsync(400);
    expect(await lists.newest('alice')).toHaveLength(1);
    expect(asked).toEqual(['alice undefined', 'bob undefined', 'alice undefined']);
  });

  it('that could not be read are read anew', async () => {
    const failed = lists.newest('alice');
    answers[0]!(new Error('no primary'));
    await expect(failed).rejects.toThrow('no primary');
    void lists.newest('alice');
    expect(asked).toHaveLength(2);
  });
});
