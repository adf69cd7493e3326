import { cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { ratios, type Spread, spread } from '../measure/ratio.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds, ratio, whole } from '../report/figure.ts';
import { budget, budgetLine } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Plot } from '../plot/plot.ts';
import type { Findings } from '../scenario.ts';
import { BATCH, HONEST, RATE, SLOW } from './plan.ts';
import type { Slice } from './slow-consumer.ts';

/** "A slow or hostile client delays nobody else" (ARCHITECTURE, 7): by more than a busy machine does anyhow. */
const BUDGET = 1.25;
const MIB = 2 ** 20;

const NOTE = `${HONEST} subscribers read all of ${whole(RATE)} ticks/s (inserts of ${BATCH}). *With*: ${SLOW.sipping + SLOW.deaf} more come at the slice's begin and ask for nearly the whole ring, so that their sockets are full at once; ${SLOW.sipping} of them then take one piece of 64 KiB at most twice a second, ${SLOW.deaf} nothing at all. Slices
alternate, on one server. Latency is of the honest ones, from right before the insert (majority) is sent. *Memory*: what the server has resident at most, looked
at ten times a second; garbage included.`;

/** Tables, plot, budget and raw numbers of what was measured: neighbours of `without` and `beside` are pairs. */
export function findings(all: {
  readonly sliceSeconds: number;
  readonly without: readonly Slice[];
  readonly beside: readonly Slice[];
}): Findings {
  const { sliceSeconds, without, beside } = all;
  const times = ratios(p99s(beside), p99s(without));
  const clean = [...without, ...beside].every(({ reception: { lost, doubled, gaps, ended } }) => {
    return lost + doubled + gaps + ended === 0;
  });
  const standing = budget({
    what: `p99 of ${HONEST} subscribers beside ${SLOW.sipping + SLOW.deaf} slow ones`,
    goal: `≤ ${BUDGET} × that without them, nothing lost`,
    measured: `${ratio(times)}${clean ? '' : ', with loss or gaps'}`,
    met: clean && times.median <= BUDGET,
  });
  const slow = beside.map((slice) => slice.slow!);
  const markdown = [
    NOTE,
    slowTable(all),
    budgetLine(standing),
    `Those that read a little got ${whole(spread(slow.map(({ ticks }) => ticks)).median)} ticks in ${sliceSeconds} s; of all slow ones together the server ` +
      `told ${slow.reduce((sum, { gaps }) => sum + gaps, 0)} of gaps, and closed ${slow.reduce((sum, { closed }) => sum + closed, 0)}.`,
    'CPU seconds of each process over all slices:',
    cpuTable(text('slow subscribers'), [
      { cells: ['none'], cpu: cpuSum(without.map(({ cpu }) => cpu)) },
      { cells: [String(SLOW.sipping + SLOW.deaf)], cpu: cpuSum(beside.map(({ cpu }) => cpu)) },
    ]),
  ].join('\n\n');
  return { markdown, raw: all, plots: [plot(all)], standings: [standing], absent: [] };
}

function summaryOf(slices: readonly Slice[]) {
  const all = slices.map(({ reception }) => LatencyHistogram.decode(reception.latency));
  return LatencyHistogram.merged(all).summary();
}

function p99s(slices: readonly Slice[]): number[] {
  return slices.map((slice) => summaryOf([slice]).p99);
}

function slowTable({ without, beside }: { without: readonly Slice[]; beside: readonly Slice[] }): string {
  const columns = [
    ...text('slow subscribers'),
    ...numbers('p50 ms', 'p90', 'p99', 'max', '× p99', 'memory MiB', 'lost', 'doubled', 'gaps'),
  ];
  return table(columns, [
    row('none', without, undefined),
    row(String(SLOW.sipping + SLOW.deaf), beside, ratios(p99s(beside), p99s(without))),
  ]);
}

function row(name: string, slices: readonly Slice[], times: Spread | undefined): string[] {
  const { p50, p90, p99, max } = summaryOf(slices);
  const sums = (['lost', 'doubled', 'gaps'] as const).map((what) =>
    slices.reduce((total, { reception }) => total + reception[what], 0),
  );
  return [
    name,
    ...[p50, p90, p99, max].map(milliseconds),
    times ? ratio(times) : '',
    whole(Math.max(...slices.map(({ memory }) => memory)) / MIB),
    ...sums.map(whole),
  ];
}

function plot({ without, beside }: { without: readonly Slice[]; beside: readonly Slice[] }): Plot {
  const points = Object.entries({ 'ours, alone': without, 'ours, beside slow ones': beside });
  return {
    name: 'slow-consumer',
    title: `Latency of ${HONEST} subscribers, alone and beside ${SLOW.sipping + SLOW.deaf} that hardly read`,
    kind: 'bars',
    value: 'milliseconds, p99',
    points: points.map(([series, slices]) => {
      const { median: value, min: low, max: high } = spread(p99s(slices));
      return { series, value, low, high };
    }),
  };
}
