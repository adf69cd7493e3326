import type { Condition, MoveWindow, Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArmedRule } from '../../src/alerts/armed-rule.ts';
import { Evaluator } from '../../src/alerts/evaluator.ts';
import { Backlog } from '../../src/hub/backlog.ts';
import { NaiveRules } from './naive-rules.ts';

// The evaluator beside a loop over all rules. Whatever ticks come, late ones and ones of wrong clocks included, and
// whenever rules come, go and come again: the same ticks fire the same rules.

const NOW = 1_700_000_000_000;
const TICKERS = ['A', 'B'] as const;
const IDS = ['r0', 'r1', 'r2'] as const;

// Few prices, so that they meet the thresholds exactly.
const price = fc.constantFrom(-1, 0, 1, 2, 3, 4, 5, 6, 8);
const threshold = fc.constantFrom(1, 2, 3, 4, 5, 6);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constantFrom('above' as const, 'below' as const, 'crosses_up' as const, 'crosses_down' as const),
    price: threshold,
  }),
  fc.record({
    type: fc.constant('moves' as const),
    percent: fc.constantFrom(20, 25, 50, 100, 200),
    window: fc.constantFrom<MoveWindow>('10s', '1m', '5m'),
  }),
);
const ticks = fc.record({
  kind: fc.constant('ticks' as const),
  of: fc.array(
    fc.record({
      ticker: fc.constantFrom(...TICKERS),
      price,
      // Since the one before; late ones, and now and then a clock that is two minutes ahead.
      step: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
        { weight: 3, arbitrary: fc.integer({ min: -70_000, max: 0 }) },
        { weight: 1, arbitrary: fc.constant('ahead' as const) },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});
const step = fc.oneof(
  { weight: 5, arbitrary: ticks },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('arm' as const),
      ids: fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1 }),
      ticker: fc.constantFrom(...TICKERS),
      condition,
      // So many ticks ago.
      ago: fc.nat({ max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom(...IDS) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Clock {
  #time = NOW - 3_000_000;
  #made = 0;

  tick({ ticker, price, step }: (Step & { kind: 'ticks' })['of'][number]): Tick {
    const time = step === 'ahead' ? NOW + 120_000 : Math.min(NOW, (this.#time += step));
    return { id: `t${this.#made++}`, time, ticker, price };
  }
}

const textOf = ({ id, generation, tick }: { id: string; generation: number; tick: Tick }): string =>
  `${id} ${generation} ${tick.id}`;

describe('Evaluator against a loop over all rules', () => {
  it('the same ticks fire the same rules', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const backlog = new Backlog(10_000);
        const evaluator = new Evaluator(backlog, () => NOW);
        const naive = new NaiveRules(NOW);
        const clock = new Clock();
        let generation = 0;
        for (const one of steps) {
          const fired: string[] = [];
          const expected: string[] = [];
          if (one.kind === 'ticks') {
            const made = one.of.map((tick) => clock.tick(tick));
            backlog.append(made);
            fired.push(...evaluator.evaluate().map(textOf));
            for (const tick of made) expected.push(...naive.append(tick));
          } else if (one.kind === 'remove') {
            evaluator.remove(one.id);
            naive.remove(one.id);
          } else {
            const from = Math.max(0, backlog.next - one.ago);
            const rules = one.ids.map((id): ArmedRule => ({ ...one, id, generation: ++generation }));
            for (const matches of evaluator.join(rules.map((rule) => ({ rule, from }))))
              fired.push(...matches.map(textOf));
            for (const rule of rules) expected.push(...naive.add(rule, from));
          }
          expect(fired.toSorted()).toEqual(expected.toSorted());
          expect(evaluator.size).toBe(naive.size);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('the same while ticks come in the midst of a replay', () => {
    fc.assert(
      fc.property(
        fc.array(ticks, { minLength: 1, maxLength: 12 }),
        fc.array(fc.record({ ticker: fc.constantFrom(...TICKERS), condition, from: fc.nat({ max: 30 }) }), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.array(ticks, { maxLength: 12 }),
        (before, rules, meanwhile) => {
          const backlog = new Backlog(10_000);
          const evaluator = new Evaluator(backlog, () => NOW, 1);
          const naive = new NaiveRules(NOW);
          const clock = new Clock();
          const fired: string[] = [];
          const expected: string[] = [];
          const come = ({ of }: Step & { kind: 'ticks' }): void => {
            const made = of.map((tick) => clock.tick(tick));
            backlog.append(made);
            fired.push(...evaluator.evaluate().map(textOf));
            for (const tick of made) expected.push(...naive.append(tick));
          };
          for (const some of before) come(some);
          const joining = rules.map(({ ticker, condition, from }, index) => ({
            rule: { id: `r${index}`, generation: 1, ticker, condition },
            from: Math.min(from, backlog.next),
          }));
          for (const { rule, from } of joining) expected.push(...naive.add(rule, from));
          const rest = [...meanwhile];
          for (const matches of evaluator.join(joining)) {
            fired.push(...matches.map(textOf));
            const next = rest.shift();
            if (next) come(next);
          }
          for (const some of rest) come(some);
          expect(fired.toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('keeps nothing beyond what rules need, and no tick that the backlog has forgotten', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const capacity = 16;
        const backlog = new Backlog(capacity);
        const evaluator = new Evaluator(backlog, () => NOW);
        const clock = new Clock();
        let generation = 0;
        for (const one of steps) {
          if (one.kind === 'ticks') {
            backlog.append(one.of.map((tick) => clock.tick(tick)));
            evaluator.evaluate();
          } else if (one.kind === 'remove') evaluator.remove(one.id);
          else {
            const rules = one.ids.map((id): ArmedRule => ({ ...one, id, generation: ++generation }));
            const from = Math.max(0, backlog.next - one.ago);
            expect([...evaluator.join(rules.map((rule) => ({ rule, from })))].length).toBeGreaterThan(0);
          }
        }
        for (const id of IDS) evaluator.remove(id);
        expect(evaluator.size).toBe(0);
        expect(evaluator.kept).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
