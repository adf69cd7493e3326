import type { Condition } from '@ticker/protocol';

/** Between what prices stay. */
export interface PriceRange {
  readonly from: number;
  readonly to: number;
}

/** What a rule of the mix says, by whichever door it comes in. */
export interface MixedRule {
  readonly ticker: string;
  readonly condition: Condition;
}

const STEP = 0.01;
/** Per cent: beyond what a price within a range may move, and below what a rule may say. */
const MOVES = { from: 500, steps: 500 };

/**
 * Rules of all kinds in equal parts, each with a threshold of its own that lies outside of the range: nothing fires.
 *
 * @param tickers over which they are spread evenly
 */
export function mixedRules(count: number, tickers: readonly string[], { from, to }: PriceRange): MixedRule[] {
  const over = (index: number) => to + 1 + index * STEP;
  const under = (index: number) => from / (1 + (index + 1) * STEP);
  const conditions: ((index: number) => Condition)[] = [
    (index) => ({ type: 'above', price: over(index) }),
    (index) => ({ type: 'below', price: under(index) }),
    (index) => ({ type: 'crosses_up', price: over(index) }),
    (index) => ({ type: 'crosses_down', price: under(index) }),
    (index) => ({
      type: 'moves',
      percent: MOVES.from + (index % MOVES.steps),
      window: index % 2 > 0 ? '10s' : '1m',
    }),
  ];
  return Array.from({ length: count }, (_, index) => {
    const ofTicker = Math.floor(index / tickers.length);
    const condition = conditions[ofTicker % conditions.length]!;
    return {
      ticker: tickers[index % tickers.length]!,
      condition: condition(Math.floor(ofTicker / conditions.length)),
    };
  });
}
