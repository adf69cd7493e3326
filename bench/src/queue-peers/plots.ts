import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { ALL_WAYS } from '../queue/peer-ways.ts';
import { type Heat, WORKERS } from './plan.ts';
import { type Lap, lapsOf, ratesOf } from './standings.ts';

/** Jobs a second of all, heat by heat, with as many callers or workers as a busy process may have. */
export function peersPlot(heats: readonly Heat[], laps: readonly Lap[]): Plot {
  const clients = WORKERS.at(-1)!;
  return {
    name: 'queue-peers',
    title: `Jobs a second, ${clients} callers or workers`,
    kind: 'bars',
    value: 'jobs/s',
    log: { value: true },
    points: heats.flatMap((heat) =>
      heat.contenders.map(({ way }) => {
        const { median: value, min: low, max: high } = spread(ratesOf(lapsOf(laps, heat, way, clients)));
        const name = ALL_WAYS[way].name;
        const series = heat.shape === 'enqueue' && way === 'claim' ? 'ours' : name;
        return { panel: heat.name, series, value, low, high };
      }),
    ),
  };
}
