import { describe, expect, it } from 'vitest';
import { mixedRules } from '../src/alerts/rule-mix.ts';
import { PRICES, Walk } from '../src/alerts/walk.ts';
import { Evaluator } from '../../server/src/alerts/evaluator.ts';
import { Backlog } from '../../server/src/hub/backlog.ts';

const TICKERS = ['A', 'B', 'C'];

/** The server's own evaluator, with these rules, none of which has seen a tick. */
function evaluatorOf(count: number, walk: Walk) {
  const backlog = new Backlog(1_000);
  const evaluator = new Evaluator(backlog, () => walk.now);
  const rules = mixedRules(count, TICKERS, PRICES).map(({ ticker, condition }, index) => ({
    rule: { id: `${index}`, generation: 0, ticker, condition },
    from: 0,
  }));
  for (const matches of evaluator.join(rules)) expect(matches).toEqual([]);
  const fire = (spikes = false) => {
    backlog.append([walk.next(spikes)]);
    return evaluator.evaluate();
  };
  return { evaluator, fire };
}

describe('a mix of rules', () => {
  it('is of all kinds in equal parts, over all tickers', () => {
    const rules = mixedRules(300, TICKERS, PRICES);
    const kinds = new Map<string, number>();
    for (const { ticker, condition } of rules) {
      const kind = `${ticker} ${condition.type}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect([...kinds.values()]).toEqual(Array.from({ length: 15 }, () => 20));
  });

  it('fires nothing while prices stay in their range', () => {
    const { evaluator, fire } = evaluatorOf(3_000, new Walk({ tickers: TICKERS, intervalMs: 1 }));
    for (let tick = 0; tick < 5_000; tick++) expect(fire()).toEqual([]);
    expect(evaluator.size).toBe(3_000);
  });

  it('has a spike fire the first rule above it and the first that it crosses', () => {
    const walk = new Walk({ tickers: TICKERS, intervalMs: 1 });
    const { evaluator, fire } = evaluatorOf(3_000, walk);
    for (let tick = 0; tick < 3; tick++) fire();
    const fired = fire(true).map(({ id, tick }) => [tick.ticker, evaluator.has({ id, generation: 0 })]);
    expect(fired).toEqual([
      ['A', false],
      ['A', false],
    ]);
  });
});

describe('a walk', () => {
  it('is the same each time, and stays within its range', () => {
    const [one, other] = [1, 2].map(() => {
      const walk = new Walk({ tickers: TICKERS, intervalMs: 2 });
      return Array.from({ length: 20_000 }, () => walk.next());
    });
    expect(one).toEqual(other);
    const prices = one!.map(({ price }) => price);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(PRICES.from);
    expect(Math.max(...prices)).toBeLessThanOrEqual(PRICES.to);
    expect(new Set(one!.map(({ id }) => id)).size).toBe(20_000);
  });
});
