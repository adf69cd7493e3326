import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { whole } from '../report/figure.ts';
import type { EvaluationRates } from './evaluation.ts';

/** What rules cost a tick, in the evaluator alone, where none fires. */
export function evaluationPlot(evaluated: readonly EvaluationRates[]): Plot {
  return {
    name: 'alerts',
    title: "Ticks a CPU second through the server's backlog and alert rules",
    kind: 'bars',
    value: 'ticks a CPU second',
    points: evaluated
      .filter(({ firesEvery }) => firesEvery === 0)
      .map(({ tickers, rules, rates }) => {
        const { median: value, min: low, max: high } = spread(rates);
        const panel = `rules and ticks over ${whole(tickers)} ticker${tickers === 1 ? '' : 's'}`;
        return { panel, series: `ours, ${whole(rules)} rules`, value, low, high };
      }),
  };
}
