import type { Plot } from '../plot/plot.ts';
import type { Row } from './report.ts';

/** How late ticks come, by percentile, at each rate. */
export function latencyPlot(rows: readonly Row[]): Plot {
  return {
    name: 'latency',
    title: 'Tick sent → message in the client',
    kind: 'lines',
    value: 'milliseconds',
    x: 'percentile of the ticks',
    log: { value: true },
    points: rows.flatMap(({ rate, variant, latency: { p50, p90, p99, max } }) => {
      const panel = `${rate} tick${rate === 1 ? '' : 's'}/s`;
      return Object.entries({ p50, p90, p99, max }).map(([x, value]) => ({
        panel,
        series: variant,
        x,
        value,
      }));
    }),
  };
}
