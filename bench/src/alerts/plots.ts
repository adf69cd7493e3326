import { LatencyHistogram } from '../measure/histogram.ts';
import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { whole } from '../report/figure.ts';
import type { EvaluationRates } from './evaluation.ts';
import type { Firing } from './firing.ts';

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

/** How soon an alert comes, by each of its ways. */
export function firingPlot(fired: readonly Firing[]): Plot {
  return {
    name: 'alerts-latency',
    title: 'Insert that crosses sent → alert',
    kind: 'lines',
    value: 'milliseconds',
    x: 'percentile of the alerts',
    log: { value: true },
    points: fired.flatMap(({ rules, socket, webhook }) =>
      Object.entries({ 'on a WebSocket': socket, 'at the webhook': webhook }).flatMap(([panel, encoded]) => {
        const { p50, p90, p99, max } = LatencyHistogram.decode(encoded).summary();
        const series = `ours, beside ${whole(rules)} rules`;
        return Object.entries({ p50, p90, p99, max }).map(([x, value]) => ({ panel, series, x, value }));
      }),
    ),
  };
}
