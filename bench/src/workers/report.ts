import { ratios, type Spread, spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { ratio, roundsNote, whole } from '../report/figure.ts';
import { numbers, table } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { CLIENTS, LOAD, WORKERS } from './plan.ts';
import type { Slice } from './workers.ts';

const MIB = 2 ** 20;

const NOTE = `${whole(CLIENTS)} subscribers get every tick; the next one is published once fewer than ${LOAD.inFlight} are under way, so it goes as fast as it
goes. Each slice has a server of its own; slices alternate, and ratios are of neighbours. Members, publisher and clients have the
same cores: how much more the server gets says nothing of a machine with cores to spare, that it takes more than one does. CPU and memory are those of
all processes of the server, the one that hands out connections too.`;

/** Table, plot and raw numbers of what was measured. */
export function findings(slices: readonly Slice[]): Findings {
  const [alone] = WORKERS;
  const of = (count: number) => slices.filter(({ workers }) => workers === count);
  const rows = WORKERS.map((count) => {
    const own = of(count);
    const against = (figure: (slice: Slice) => number): Spread =>
      ratios(own.map(figure), of(alone).map(figure));
    return [
      String(count),
      whole(spread(own.map(framesPerSecond)).median),
      count === alone ? '' : ratio(against(framesPerSecond)),
      spread(own.map(cores)).median.toFixed(2),
      whole(spread(own.map(framesPerCpuSecond)).median),
      count === alone ? '' : ratio(against(framesPerCpuSecond)),
      whole(spread(own.map(({ memoryBytes }) => memoryBytes)).median / MIB),
      ...(['lost', 'doubled'] as const).map((what) =>
        whole(own.reduce((sum, { fanned }) => sum + fanned[what], 0)),
      ),
    ];
  });
  const columns = numbers(
    'WORKERS',
    'frames/s',
    '× one',
    'cores used',
    'frames/CPU s',
    '× one',
    'memory MiB',
    'lost',
    'doubled',
  );
  // Another setting of ours is no peer, and there is no budget for it.
  return {
    markdown: [NOTE, roundsNote(of(alone).length), table(columns, rows)].join('\n\n'),
    raw: { slices },
    plots: [plot(slices)],
    standings: [],
    absent: [],
  };
}

function framesPerSecond({ fanned }: Slice): number {
  return fanned.frames / fanned.seconds;
}

function framesPerCpuSecond({ fanned, cpuSeconds }: Slice): number {
  return fanned.frames / cpuSeconds;
}

function cores({ fanned, cpuSeconds }: Slice): number {
  return cpuSeconds / fanned.seconds;
}

function plot(slices: readonly Slice[]): Plot {
  return {
    name: 'workers',
    title: `Frames a second to ${whole(CLIENTS)} subscribers, by number of processes`,
    kind: 'bars',
    value: 'frames a second',
    points: WORKERS.map((count) => {
      const rates = slices.filter(({ workers }) => workers === count).map(framesPerSecond);
      const { median: value, min: low, max: high } = spread(rates);
      return { series: `ours, WORKERS=${count}`, value, low, high };
    }),
  };
}
