import type { Plot, Point } from '../plot/plot.ts';
import type { Check } from './check.ts';
import { CHECKED_RATES } from './plan.ts';

/** The server's CPU by the number of clients, predicted and measured. */
export function scaleModelPlots(checks: readonly Check[]): Plot[] {
  const points = checks
    .filter(({ what, rate }) => what === 'server' && rate === CHECKED_RATES.each)
    .flatMap(({ clients: x, predicted, measured }): Point[] => [
      { series: 'ours, measured', x, value: measured.median },
      { series: 'the model', x, value: predicted.median },
    ]);
  return [
    {
      name: 'scale-model',
      title: `CPU of a server at ${CHECKED_RATES.each} ticks a second, by number of clients: the model and what is measured`,
      kind: 'lines',
      x: 'clients',
      value: 'cores',
      log: { x: true, value: true },
      points,
    },
  ];
}
