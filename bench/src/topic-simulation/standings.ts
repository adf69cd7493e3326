import { LatencyHistogram } from '../measure/histogram.ts';
import { ratios } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { COLLECTED, KEPT } from '../report/reason.ts';
import { beside, type Standing } from '../report/standing.ts';
import { SIMULATION } from './plan.ts';
import type { Run } from './play.ts';
import type { Way } from './way.ts';

/** A way, and what came of it in each round. */
export interface PlayedWay {
  readonly way: Way;
  readonly runs: readonly Run[];
}

const QUANTILES = ['p50', 'p99'] as const;

/** Beside the article's way; both quantiles, since a way may be ahead in the middle and behind at the end. */
export function simulationStandings({ way, runs }: PlayedWay, article: PlayedWay): Standing[] {
  return QUANTILES.map((quantile) =>
    beside({
      what: `${way.name} (${way.promise}), ${SIMULATION.processes * SIMULATION.listeners} listeners, latency, ${quantile}`,
      peer: `${article.way.name} (${article.way.promise})`,
      times: ratios(quantiles(article.runs, quantile), quantiles(runs, quantile)),
      reason: way.promise === article.way.promise ? COLLECTED : KEPT,
    }),
  );
}

/** How late documents come, by percentile. */
export function simulationPlot(ways: readonly PlayedWay[]): Plot {
  return {
    name: 'topic-simulation',
    title: 'Insert sent → document in the listener, in the article’s simulation',
    kind: 'lines',
    value: 'milliseconds',
    x: 'percentile',
    log: { value: true },
    points: ways.flatMap(({ way, runs }) => {
      const { p50, p90, p99, max } = LatencyHistogram.merged(runs.map(latencyOf)).summary();
      return Object.entries({ p50, p90, p99, max }).map(([x, value]) => ({ series: way.name, x, value }));
    }),
  };
}

/** Of all listeners of a run. */
export function latencyOf({ receptions }: Run): LatencyHistogram {
  return LatencyHistogram.merged(receptions.map(({ latency }) => LatencyHistogram.decode(latency)));
}

/** In milliseconds, run by run. */
export function quantiles(runs: readonly Run[], quantile: (typeof QUANTILES)[number]): number[] {
  return runs.map((run) => latencyOf(run).summary()[quantile]);
}
