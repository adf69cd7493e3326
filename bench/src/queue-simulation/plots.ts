import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { histogram, of, OPERATIONS, type Run } from './run.ts';

/** How long calls took, by each mode. */
export function simulationPlot(runs: readonly Run[]): Plot {
  const series = {
    'the article’s way, faithful': 'faithful',
    'the article’s way, corrected': 'corrected',
    ours: 'ours',
  } as const;
  return {
    name: 'queue-simulation',
    title: 'How long a call takes, 1 000 published and 300 fetched a second',
    kind: 'bars',
    value: 'milliseconds, p99',
    log: { value: true },
    points: OPERATIONS.flatMap((operation) =>
      Object.entries(series).map(([name, mode]) => {
        const p99s = of(runs, mode).map((run) => histogram([run], operation).statistics().p99);
        const { median: value, min: low, max: high } = spread(p99s);
        return { panel: operation, series: name, value, low, high };
      }),
    ),
  };
}
