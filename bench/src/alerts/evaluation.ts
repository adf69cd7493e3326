import type { EvaluationCalls, EvaluationOrder } from '../load/evaluations.ts';
import { Remote } from '../stage/remote.ts';

/** Rules and ticks over many tickers, and all of them on one; then ticks that fire. */
const SHAPES: Pick<EvaluationOrder, 'tickers' | 'firesEvery'>[] = [
  { tickers: 100, firesEvery: 0 },
  { tickers: 1, firesEvery: 0 },
  { tickers: 100, firesEvery: 1_000 },
  { tickers: 1, firesEvery: 1_000 },
];

export const RULES = [0, 100, 10_000];

/** How fast ticks went through the evaluator, round by round. */
export interface EvaluationRates extends Pick<EvaluationOrder, 'rules' | 'tickers' | 'firesEvery'> {
  /** Ticks a second. */
  readonly rates: readonly number[];
  readonly fired: number;
}

/** Ticks through the backlog and the evaluator of alert rules, in a process of its own; the numbers of rules alternate. */
export async function evaluation(rounds: number, seconds: number): Promise<EvaluationRates[]> {
  const evaluations = new Remote<EvaluationCalls>('evaluations', 'evaluations');
  try {
    const found = SHAPES.flatMap(({ tickers, firesEvery }) =>
      RULES.map((rules) => ({ tickers, firesEvery, rules, rates: [] as number[], fired: 0 })),
    );
    // To have its code compiled.
    for (const shape of SHAPES)
      await evaluations.call('evaluate', { ...shape, rules: Math.max(...RULES), seconds: seconds / 2 });
    for (let round = 0; round < rounds; round++) {
      for (const each of found) {
        const { rules, tickers, firesEvery } = each;
        const done = await evaluations.call('evaluate', { rules, tickers, firesEvery, seconds });
        each.rates.push(done.ticks / done.seconds);
        each.fired += done.fired;
      }
    }
    return found;
  } finally {
    await evaluations.stop();
  }
}
