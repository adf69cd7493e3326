import type { Simulated } from '../load/simulation.ts';
import { type CpuSeconds, cpuSum } from '../measure/cpu.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { type ModeName, MODES } from './modes.ts';
import { PUBLISHED } from './published.ts';
import { seenBySimulator, type Statistics, statistics } from './samples.ts';

/** One mode, once; each process has its samples. */
export interface Run {
  readonly mode: ModeName;
  readonly seconds: number;
  readonly found: readonly Simulated[];
  readonly cpu: CpuSeconds;
}

const NOTE = `4 processes with 50 connections each; 1 000 users publish and 300 fetch in a slice of 1 000 ms, FIFO, w: 1, all at once. Milliseconds.
*Faithful*: what mongodb-schema-simulator does and how it counts, its errors included: **(1)** every job has the same \`jobId\`, by which
it is finished, so that all fetches write one document; **(2)** the article's compound index is missing; **(3)** the clock drifts:
the next call is a rounded time after the last one, and a slow moment has fewer samples; **(4)** of 501 samples one is dropped, and the
last 500 of each process are never sent; **(5)** the 75th percentile is computed in another way than the 95th and 99th.
*Corrected*: the article's own schema, its index, each job finished by its \`_id\`; every call has its moment and is timed from it,
so that a queue in front of the database counts; no sample is lost. *Ours*: the same with \`enqueue\`, and \`claim\` and \`complete\`.
*Published*: one mongod 3.0.1, where here are three: a cell is empty where the figure is not known to us.`;

const ROWS: readonly (readonly [name: string, of: (found: Partial<Statistics>) => number | undefined])[] = [
  ['mean', ({ mean }) => mean],
  ['standard deviation', ({ deviation }) => deviation],
  ['75th percentile', ({ p75 }) => p75],
  ['95th percentile', ({ p95 }) => p95],
  ['99th percentile', ({ p99 }) => p99],
  ['minimum', ({ min }) => min],
  ['maximum', ({ max }) => max],
];

/** Both of the article's tables, and raw numbers. */
export function findings(runs: readonly Run[], iterations: number): Findings {
  const tables = { publish: statisticsOf(runs, 'publish'), fetch: statisticsOf(runs, 'fetch') };
  const pending = runs.reduce(
    (sum, { found }) => sum + found.reduce((each, process) => each + process.pending, 0),
    0,
  );
  const markdown = [
    NOTE,
    `${iterations} slices (the article: 25).`,
    '**Publish**',
    tableOf(tables.publish, 'publish'),
    '**Fetch**: claim and finish',
    tableOf(tables.fetch, 'fetch'),
    ...(pending > 0 ? [`**${whole(pending)} calls had not come back** 5 s after the last was made.`] : []),
    `CPU seconds in ${iterations} slices:`,
    cpuTable(
      text('mode'),
      names.map((mode) => {
        const its = runs.filter((run) => run.mode === mode);
        const each = Object.entries(cpuSum(its.map(({ cpu }) => cpu)));
        const mean = each.map(([name, seconds]) => [name, seconds / its.length] as const);
        return { cells: [mode], cpu: Object.fromEntries(mean) };
      }),
    ),
  ].join('\n\n');
  const seconds = runs.map(({ mode, seconds: took, cpu }) => ({ mode, seconds: took, cpu }));
  return { markdown, raw: { iterations, pending, tables, published: PUBLISHED, runs: seconds } };
}

const names = Object.keys(MODES) as ModeName[];

/** Of each mode, as it counts: the simulator does not see all its samples. */
function statisticsOf(runs: readonly Run[], what: 'publish' | 'fetch'): Record<ModeName, Statistics> {
  const of = (mode: ModeName): Statistics => {
    const samples = runs
      .filter((run) => run.mode === mode)
      .flatMap(({ found }) => found.map((process) => process[what]));
    const seen = samples.flatMap(seenBySimulator);
    // A run that is too short for the simulator to see any.
    return statistics(mode === 'faithful' && seen.length > 0 ? seen : samples.flat());
  };
  return { faithful: of('faithful'), corrected: of('corrected'), ours: of('ours') };
}

function tableOf(found: Record<ModeName, Statistics>, what: 'publish' | 'fetch'): string {
  const { MMAP, WiredTiger } = PUBLISHED[what];
  const columns = [MMAP, WiredTiger, found.faithful, found.corrected, found.ours];
  const rows = ROWS.map(([name, of]) => [name].concat(columns.map((column) => milliseconds(of(column)))));
  const counts = columns.map(({ samples }) => (samples === undefined ? '' : whole(samples)));
  return table(
    [...text(''), ...numbers('published, MMAP', 'published, WiredTiger', 'faithful', 'corrected', 'ours')],
    [...rows, ['samples', ...counts]],
  );
}

/** To the microsecond, as the article has them. */
function milliseconds(value: number | undefined): string {
  return value?.toFixed(3) ?? '';
}
