import type { Condition, Tick } from '@ticker/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ArmedRule } from '../../src/alerts/armed-rule.ts';
import { Evaluator } from '../../src/alerts/evaluator.ts';
import { MoveRange } from '../../src/alerts/move-range.ts';
import { Backlog } from '../../src/hub/backlog.ts';

const NOW = 1_700_000_000_000;
let backlog: Backlog;
let evaluator: Evaluator;
let made: number;

beforeEach(() => {
  backlog = new Backlog(1_000);
  evaluator = new Evaluator(backlog, () => NOW);
  made = 0;
});

function ticks(...prices: number[]): Tick[] {
  return prices.map((price) => ({
    id: `t${made++}`,
    time: NOW - 100_000 + made * 1_000,
    ticker: 'PIP',
    price,
  }));
}

/** @returns ids of the rules that the prices fire, with the price */
function prices(...of: number[]): string[] {
  backlog.append(ticks(...of));
  const fired = evaluator.evaluate().map(({ id, tick }) => `${id}@${tick.price}`);
  return fired.toSorted();
}

function rule(id: string, condition: Condition, generation = 1): ArmedRule {
  return { id, generation, ticker: 'PIP', condition };
}

/** @returns ids of the rules that what is held already fires */
function join(from: number, ...rules: ArmedRule[]): string[] {
  return [...evaluator.join(rules.map((rule) => ({ rule, from })))].flat().map(({ id }) => id);
}

describe('A condition', () => {
  it('above, and below: at the first tick beyond the price, also where it was so already', () => {
    expect(prices(50)).toEqual([]);
    join(1, rule('above', { type: 'above', price: 40 }), rule('below', { type: 'below', price: 60 }));
    expect(prices(51, 52)).toEqual(['above@51', 'below@51']);
    join(3, rule('above', { type: 'above', price: 53 }), rule('below', { type: 'below', price: 53 }));
    expect(prices(53)).toEqual([]);
  });

  it('crosses: at a tick on the other side than the one before, which may be older than the rule', () => {
    prices(50);
    join(1, rule('up', { type: 'crosses_up', price: 50 }), rule('down', { type: 'crosses_down', price: 50 }));
    expect(prices(50, 51, 52, 50)).toEqual(['up@51']);
    expect(prices(49)).toEqual(['down@49']);
  });

  it('crosses: not at the first tick of a ticker, which has come from nowhere', () => {
    join(0, rule('up', { type: 'crosses_up', price: 50 }));
    expect(prices(60)).toEqual([]);
    expect(prices(50, 60)).toEqual(['up@60']);
  });

  it('crosses: knows the price before although the ring has overwritten it', () => {
    prices(40);
    backlog.append(
      Array.from({ length: 1_000 }, (_, n) => ({ id: `o${n}`, time: NOW, ticker: 'O', price: 1 })),
    );
    evaluator.evaluate();
    join(backlog.next, rule('up', { type: 'crosses_up', price: 50 }));
    expect(prices(60)).toEqual(['up@60']);
  });

  it('moves: by so many percent from any tick within the window, also one before the rule', () => {
    prices(100, 104);
    join(2, rule('5', { type: 'moves', percent: 5, window: '10s' }));
    expect(prices(104.9)).toEqual([]);
    expect(prices(105)).toEqual(['5@105']);
    join(4, rule('50', { type: 'moves', percent: 50, window: '10s' }));
    expect(prices(53)).toEqual([]);
    expect(prices(52.4)).toEqual(['50@52.4']);
  });

  it('moves: what has left the window counts no more', () => {
    join(0, rule('5', { type: 'moves', percent: 5, window: '10s' }));
    // One a second.
    expect(prices(100, 104, 104, 104, 104, 104, 104, 104, 104, 104, 104, 106)).toEqual([]);
  });

  it('moves: of a rule that comes again also what came while none was there counts', () => {
    join(0, rule('5', { type: 'moves', percent: 5, window: '10s' }));
    expect(prices(100, 105)).toEqual(['5@105']);
    prices(100, 50);
    join(4, rule('5', { type: 'moves', percent: 40, window: '10s' }, 2));
    // Twice of what came meanwhile; all that came before is near.
    expect(prices(100)).toEqual(['5@100']);
    expect(evaluator.kept).toBeGreaterThan(0);
    evaluator.remove('5');
    expect(evaluator.kept).toBe(0);
  });

  it('moves: a clock that is far ahead neither fires it nor ends the window of the others', () => {
    prices(100);
    join(1, rule('5', { type: 'moves', percent: 5, window: '10s' }));
    backlog.append([{ id: 'ahead', time: NOW + 61_000, ticker: 'PIP', price: 200 }]);
    expect(evaluator.evaluate()).toEqual([]);
    expect(prices(105)).toEqual(['5@105']);
  });
});

describe('A rule', () => {
  it('fires once, and again when it is added again', () => {
    join(0, rule('a', { type: 'above', price: 1 }));
    expect(prices(2, 3)).toEqual(['a@2']);
    expect(prices(4)).toEqual([]);
    join(3, rule('a', { type: 'above', price: 1 }, 2));
    expect(prices(5)).toEqual(['a@5']);
  });

  it('is evaluated from its position on: what came before fires nothing, what came after fires at once', () => {
    prices(60, 10, 70, 10);
    expect(join(3, rule('late', { type: 'above', price: 50 }))).toEqual([]);
    expect(join(1, rule('early', { type: 'above', price: 50 }))).toEqual(['early']);
  });

  it('in place of another with its id: the old one fires no more', () => {
    join(0, rule('a', { type: 'above', price: 10 }));
    join(0, rule('a', { type: 'above', price: 20 }, 2));
    expect(prices(15)).toEqual([]);
    expect(evaluator.has({ id: 'a', generation: 1 })).toBe(false);
    expect(evaluator.has({ id: 'a', generation: 2 })).toBe(true);
  });

  it('that is removed while its past is looked at does not fire', () => {
    prices(...Array.from({ length: 50 }, () => 10), 60);
    const sliced = new Evaluator(backlog, () => NOW, 10);
    const replay = sliced.join([{ rule: rule('a', { type: 'above', price: 50 }), from: 0 }]);
    expect(replay.next().value).toEqual([]);
    sliced.remove('a');
    expect([...replay].flat()).toEqual([]);
    expect(sliced.size).toBe(0);
  });
});

describe('Cost', () => {
  it('a tick among 10 000 rules looks at as many as a search does, not at all of them', () => {
    const types = ['above', 'below', 'crosses_up', 'crosses_down'] as const;
    const rules = Array.from({ length: 10_000 }, (_, n) => {
      const type = types[n % 4]!;
      return rule(`r${n}`, { type, price: type === 'below' ? 1 + n / 1e6 : 1_000 + n });
    });
    prices(100);
    join(1, ...rules);
    const before = evaluator.probes;
    expect(prices(101, 102, 103, 104, 105, 106, 107, 108, 109, 110)).toEqual([]);
    // Ten ticks, four kinds, at most two searches among 2 500 each.
    expect(evaluator.probes - before).toBeLessThanOrEqual(10 * 4 * 2 * Math.ceil(Math.log2(2_500)));
  });

  it('a tick of a ticker without rules looks at none', () => {
    join(0, rule('a', { type: 'above', price: 50 }));
    const before = evaluator.probes;
    backlog.append([{ id: 'o', time: NOW, ticker: 'O', price: 99 }]);
    expect(evaluator.evaluate()).toEqual([]);
    expect(evaluator.probes).toBe(before);
  });

  it('what a length of time needs is bounded by the backlog, for a price that only rises', () => {
    const range = new MoveRange(3_600_000);
    for (let n = 0; n < 100_000; n++) range.add(NOW + n, n + 1, n, Math.max(0, n - 99));
    expect(range.size).toBeLessThanOrEqual(102);
    expect(range.extremes).toEqual({ lowest: 100_000 - 99, highest: 100_000 });
  });

  it('also where late ticks lie between those that are held', () => {
    const range = new MoveRange(3_600_000);
    // The newest stays, and is held; all others come later, are older, and cheaper the older they are.
    range.add(NOW + 200_000, 1_000_000, 1_000_000, 0);
    for (let n = 0; n < 100_000; n++) range.add(NOW + n, n + 1, n, Math.max(0, n - 99));
    expect(range.size).toBeLessThanOrEqual(2 * 2 * 128);
  });
});

it('A tick may fire as many rules as there are', { timeout: 60_000 }, () => {
  const many = Array.from({ length: 130_000 }, (_, n) => ({
    rule: rule(`r${n}`, { type: 'above', price: n }),
    from: 0,
  }));
  expect([...evaluator.join(many)].flat()).toEqual([]);
  backlog.append(ticks(130_000));
  expect(evaluator.evaluate()).toHaveLength(130_000);
});

describe('A topic that was dropped and made anew', () => {
  it('has no price before its first: nothing crosses from one to the other', () => {
    prices(40);
    join(1, rule('kept', { type: 'crosses_up', price: 50 }));
    prices(41);
    backlog.clear();
    expect(prices(60)).toEqual([]);
    backlog.clear();
    join(backlog.next, rule('added', { type: 'crosses_down', price: 50 }));
    expect(prices(30)).toEqual([]);
    expect(prices(60)).toEqual(['kept@60']);
  });
});
