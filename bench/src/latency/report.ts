import type { Reception } from '../load/audience.ts';
import { cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram, type LatencySummary } from '../measure/histogram.ts';
import { ratios } from '../measure/ratio.ts';
import { type CpuRow, cpuTable } from '../report/cpu-table.ts';
import { milliseconds, ratio, reopensNote, verdict, whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { Slice } from '../variant/slice.ts';
import type { Measured } from './plan.ts';

/** DESIGN section 8, one tick a second to one listener, in milliseconds. */
const BUDGET = { p50: 20, p99: 50 };
/** With fewer ticks a percentile is just the slowest one. */
const ENOUGH_FOR_P999 = 1_000;

const NOTE = `Latency is from right before \`insertOne\` (majority) is sent to the client's message handler, on one monotonic clock, each
tick at each listener. An open loop: one tick in each interval, at changing places of it, whatever became of the last one. \`default wait\` is our
server with \`TAIL_AWAIT_MS=1000\`, mongod's default; \`a cursor a listener\` is the article's way: tailable cursors
straight from MongoDB, on secondaries, with the default wait. All read with majority. *Together*: the variants listened to the same
ticks at the same time; *in turn*: in alternating slices, with nothing of the others running. "× ours" compares the p50, round by round.`;

interface Row {
  readonly rate: number;
  readonly listeners: number;
  readonly variant: string;
  readonly ticks: number;
  readonly latency: LatencySummary;
  readonly lost: number;
  readonly doubled: number;
  readonly gaps: number;
  readonly timesOurs: string;
  readonly together: boolean;
}

/** Tables, verdict and raw numbers of what was measured. */
export function findings(measured: readonly Measured[]): Findings {
  const rows = measured.flatMap(rowsOf);
  const budgeted = rows.find(({ rate, listeners }) => rate === 1 && listeners === 1)!.latency;
  const met = budgeted.p50 <= BUDGET.p50 && budgeted.p99 <= BUDGET.p99;
  const markdown = [
    NOTE,
    latencyTable(rows),
    verdict(
      `one tick a second, majority: p50 ≤ ${BUDGET.p50} ms, p99 ≤ ${BUDGET.p99} ms`,
      `p50 ${milliseconds(budgeted.p50)} ms, p99 ${milliseconds(budgeted.p99)} ms`,
      met,
    ),
    ...reopensNote(measured.flatMap(({ slices }) => slices.flat())),
    'CPU seconds of each process over all slices; secondary A is the one that our server tails:',
    cpuTable(
      [...numbers('ticks/s', 'listeners'), ...text('what ran'), ...numbers('seconds')],
      measured.flatMap(cpuRows),
    ),
  ].join('\n\n');
  return { markdown, raw: { rows, parts: measured } };
}

function rowsOf({ part, slices }: Measured): Row[] {
  const first = part.variants[0]!.name;
  return part.variants.map(({ name, listeners }) => {
    const receptions = receptionsOf(slices, name);
    const sum = (of: (reception: Reception) => number) =>
      receptions.reduce((total, { reception }) => total + of(reception), 0);
    const p50s = (variant: string) => receptionsOf(slices, variant).map(({ p50 }) => p50);
    return {
      rate: part.rate,
      listeners,
      variant: name,
      ticks: receptions.reduce((total, { published }) => total + published, 0),
      latency: LatencyHistogram.merged(receptions.map(({ latency }) => latency)).summary(),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      gaps: sum(({ gaps, ended }) => gaps + ended),
      timesOurs: name === first ? '' : ratio(ratios(p50s(name), p50s(first))),
      together: part.together,
    };
  });
}

/** A variant's receptions, round by round. */
function receptionsOf(slices: readonly (readonly Slice[])[], name: string) {
  return slices.flat().flatMap(({ receptions, published: { counts } }) => {
    const reception = receptions[name];
    if (!reception) return [];
    const latency = LatencyHistogram.decode(reception.latency);
    const published = counts.reduce((total, count) => total + count, 0);
    return [{ reception, latency, published, p50: latency.summary().p50 }];
  });
}

function latencyTable(rows: readonly Row[]): string {
  const columns = [
    ...numbers('ticks/s', 'listeners'),
    ...text('variant', 'slices'),
    ...numbers('ticks', 'p50 ms', 'p90', 'p99', 'p99.9', 'max', '× ours', 'lost', 'doubled', 'gaps'),
  ];
  const cells = rows.map(({ latency, ...row }) => [
    String(row.rate),
    String(row.listeners),
    row.variant,
    row.together ? 'together' : 'in turn',
    whole(row.ticks),
    ...[latency.p50, latency.p90, latency.p99].map(milliseconds),
    row.ticks < ENOUGH_FOR_P999 ? '–' : milliseconds(latency.p999),
    milliseconds(latency.max),
    row.timesOurs,
    ...[row.lost, row.doubled, row.gaps].map(whole),
  ]);
  return table(columns, cells);
}

function cpuRows({ part, slices }: Measured): CpuRow[] {
  const names = part.variants.map(({ name }) => name);
  return (part.together ? [names.join(' + ')] : names).map((ran, index) => ({
    cells: [String(part.rate), String(part.variants[0]!.listeners), ran, String(part.seconds * part.rounds)],
    cpu: cpuSum(slices.map((round) => round[index]!.cpu)),
  }));
}
