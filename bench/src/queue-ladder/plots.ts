import type { Plot } from '../plot/plot.ts';
import { type WayName, WAYS } from '../queue/ways.ts';
import type { Cell } from './cell.ts';
import { WRITE_CONCERNS } from './plan.ts';
import { rateAt } from './rates.ts';

/** Of whose cells the plot is: as many as a busy process may have. */
const PLOTTED_WORKERS = 25;

/** Jobs a second by each way. */
export function ladderPlot(rungs: readonly WayName[], cells: readonly Cell[]): Plot {
  return {
    name: 'queue-ladder',
    title: `Jobs claimed and completed a second, ${PLOTTED_WORKERS} workers`,
    kind: 'bars',
    value: 'jobs/s',
    log: { value: true },
    points: WRITE_CONCERNS.flatMap((w) =>
      rungs.map((way) => {
        const { median: value, min: low, max: high } = rateAt(cells, { way, w, workers: PLOTTED_WORKERS });
        return { panel: `w: ${w}`, series: WAYS[way].name, value, low, high };
      }),
    ),
  };
}
