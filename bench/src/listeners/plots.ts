import { spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import type { Step } from './step.ts';

/** What listeners cost mongod, and how late they get a tick, by their number. @param seconds of a slice */
export function listenersPlots(steps: readonly Step[], seconds: number): Plot[] {
  const common = { kind: 'lines', x: 'listeners', log: { x: true, value: true } } as const;
  const points = (of: (step: Step) => number) =>
    steps.map((step) => ({ series: step.variant.name, x: step.variant.listeners, value: of(step) }));
  return [
    {
      ...common,
      name: 'listeners-mongod',
      title: 'CPU of all members, 10 ticks a second, by number of listeners',
      value: 'per cent of a core',
      points: points(({ mongod }) => (spread(mongod).median * 100) / seconds),
    },
    {
      ...common,
      name: 'listeners-latency',
      title: 'Insert sent → tick at the listener, p99, by number of listeners',
      value: 'milliseconds, p99',
      points: points(({ latency }) => latency.p99),
    },
  ];
}
