import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import type { Cell } from './cell.ts';
import { at, ENDS, modeOf, placesOf } from './standings.ts';

/** Messages a second of both clients, where the most threads are at work. */
export function mqperfPlot(cells: readonly Cell[]): Plot {
  const places = placesOf(cells);
  const most = Math.max(...places.map(({ threads, nodes }) => threads * nodes));
  return {
    name: 'mqperf',
    title: `Messages a second by mqperf’s protocol, ${most} sender and ${most} receiver threads`,
    kind: 'bars',
    value: 'messages/s',
    points: places
      .filter(({ threads, nodes }) => threads * nodes === most)
      .flatMap((place) =>
        ENDS.flatMap((end) =>
          (['ours', 'mqperf'] as const).map((client) => {
            const rates = at(cells, place, client).map((cell) => cell[end]);
            const { median: value, min: low, max: high } = spread(rates);
            return { panel: `${end}, ${modeOf(place.w)}`, series: client, value, low, high };
          }),
        ),
      ),
  };
}
