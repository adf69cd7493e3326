import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';

/** Ticks a second, slice by slice. */
export interface Rates {
  readonly publishers: number;
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

/** Ticks a second with the server and its subscribers, and of the bare driver. */
export function sustainedPlot(all: readonly Rates[]): Plot {
  return {
    name: 'sustained',
    title: 'Ticks a second into a full ring',
    kind: 'bars',
    value: 'ticks/s',
    points: all.flatMap(({ publishers, ours, bare }) =>
      Object.entries({ 'ours, with all subscribers': ours, 'the bare driver, nobody listens': bare }).map(
        ([series, rates]) => {
          const { median: value, min: low, max: high } = spread(rates);
          return { panel: `${publishers} publisher${publishers === 1 ? '' : 's'}`, series, value, low, high };
        },
      ),
    ),
  };
}
