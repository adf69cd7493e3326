import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { framesPerCpuSecond, grouped, type Measured, ticksPerCpuSecond } from './measured.ts';
import { CLIENTS } from './plan.ts';

/** Frames, on a scale from nought, since they are near to one another; ticks by powers of ten, since they are not. */
export function fanOutPlots(measured: readonly Measured[]): Plot[] {
  const points = (of: (slice: Measured) => number) =>
    grouped(measured).map((slices) => {
      const { median: value, min: low, max: high } = spread(slices.map(of));
      return { panel: slices[0]!.load, series: slices[0]!.way, value, low, high };
    });
  const to = `to ${CLIENTS.toLocaleString('en').replace(',', ' ')} subscribers`;
  return [
    {
      name: 'fan-out-frames',
      title: `Frames that a second of CPU writes ${to}`,
      kind: 'bars',
      value: 'frames a CPU second',
      points: points(framesPerCpuSecond),
    },
    {
      name: 'fan-out-ticks',
      title: `Ticks that a second of CPU brings ${to}`,
      kind: 'bars',
      value: 'ticks a CPU second',
      log: { value: true },
      points: points(ticksPerCpuSecond),
    },
  ];
}
