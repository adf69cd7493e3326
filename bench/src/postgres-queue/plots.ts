import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { ALL_WAYS } from '../queue/peer-ways.ts';
import { type Contested, nameOf, ratesOf } from './standings.ts';

/** Jobs a second of both sides, contest by contest, where a write waits until it can't be lost. */
export function postgresPlot(contested: readonly Contested[]): Plot {
  return {
    name: 'postgres',
    title: 'Jobs a second, PostgreSQL and ours, with a majority or flushed',
    kind: 'bars',
    value: 'jobs/s',
    log: { value: true },
    points: contested
      .filter(({ contest }) => contest.w !== 1)
      .flatMap(({ contest, postgres, mongodb }) =>
        (['enqueued', 'worked'] as const).flatMap((end) => {
          const sides = { postgres, mongodb };
          return (['mongodb', 'postgres'] as const).flatMap((side) => {
            const rates = ratesOf(sides[side], end);
            if (rates.length === 0) return [];
            const { median: value, min: low, max: high } = spread(rates);
            const way =
              end === 'enqueued' && side === 'mongodb' ? 'ours: enqueue' : ALL_WAYS[contest[side]].name;
            const series = end === 'enqueued' && side === 'postgres' ? 'PostgreSQL, INSERT' : way;
            return [{ panel: nameOf(contest, end), series, value, low, high }];
          });
        }),
      ),
  };
}
