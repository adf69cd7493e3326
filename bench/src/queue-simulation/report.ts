import { cpuSum } from '../measure/cpu.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { ratio, roundsNote, whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { faithfulStatistics } from '../simulator/statistics.ts';
import { type Compared, emptyCells, simulationTable } from '../simulator/tables.ts';
import { type ModeName, MODES } from './modes.ts';
import { simulationPlot } from './plots.ts';
import { PUBLISHED } from './published.ts';
import { histogram, of, type Operation, OPERATIONS, type Run } from './run.ts';
import { simulationStandings, timesOf } from './standings.ts';

const NOTE = `4 processes with 50 connections each; 1 000 users publish and 300 fetch in a slice of 1 000 ms, FIFO, w: 1, all at once. Milliseconds.
*Faithful*: what mongodb-schema-simulator does and how it counts, its errors included: **(1)** every job has the same \`jobId\`, by which
it is finished, so that all fetches write one document; **(2)** the article's compound index is missing; **(3)** the clock drifts:
the next call is a rounded time after the last one, and a slow moment has fewer samples; **(4)** of 501 samples of a process one is dropped,
and what it holds at the end is never sent; **(5)** the 75th percentile is computed in another way than the 95th and 99th.
*Corrected*: the article's own schema, its index, each job finished by its \`_id\`; every call has its moment and is timed from it,
so that a queue in front of the database counts; no sample is lost. *Ours*: the same with \`enqueue\`, and \`claim\` and \`complete\`.
*Published*: one mongod 3.0.1, where here are three.`;

/** Both of the article's tables, plot, standings and raw numbers. */
export function findings(runs: readonly Run[], iterations: number): Findings {
  const tables = { publish: compared(runs, 'publish'), fetch: compared(runs, 'fetch') };
  const pending = runs.reduce(
    (sum, { found }) => sum + found.reduce((each, process) => each + process.pending, 0),
    0,
  );
  const markdown = [
    NOTE,
    `${iterations} slices (the article: 25). ${roundsNote(of(runs, 'ours').length)}`,
    '**Publish**',
    simulationTable(tables.publish),
    '**Fetch**: claim and finish',
    simulationTable(tables.fetch),
    ...emptyCells([tables.publish, tables.fetch]),
    samplesNote(runs),
    '**Ours beside the corrected**, theirs to ours, of the same round: above 1 ours is the sooner one:',
    timesTable(runs),
    ...(pending > 0 ? [`**${whole(pending)} calls had not come back** 5 s after the last was made.`] : []),
    `CPU seconds in ${iterations} slices:`,
    cpuTable(
      text('mode'),
      names.map((mode) => {
        const its = of(runs, mode);
        const each = Object.entries(cpuSum(its.map(({ cpu }) => cpu)));
        const mean = each.map(([name, seconds]) => [name, seconds / its.length] as const);
        return { cells: [mode], cpu: Object.fromEntries(mean) };
      }),
    ),
  ].join('\n\n');
  const seconds = runs.map(({ mode, seconds: took, cpu }) => ({ mode, seconds: took, cpu }));
  return {
    markdown,
    raw: { iterations, pending, tables, runs: seconds },
    plots: [simulationPlot(runs)],
    standings: simulationStandings(runs),
    absent: [],
  };
}

const names = Object.keys(MODES) as ModeName[];

/** How many calls each column is of: the simulator does not get to see all of its own. */
function samplesNote(runs: readonly Run[]): string {
  const seen = of(runs, 'faithful').flatMap(({ found }) => found.map(({ samples }) => samples));
  const said = names.map((mode) => {
    const counts = OPERATIONS.map((operation) =>
      mode === 'faithful'
        ? seen.reduce((sum, samples) => sum + samples[operation].length, 0)
        : histogram(of(runs, mode), operation).summary().count,
    );
    return `${mode} ${counts.map(whole).join(' and ')}`;
  });
  return `Samples of publish and fetch: ${said.join(', ')}.`;
}

/** Each column as it counts: the simulator does not see all its samples. */
function compared(runs: readonly Run[], operation: Operation): Compared {
  const samples = of(runs, 'faithful').flatMap(({ found }) =>
    found.flatMap((process) => process.samples[operation]),
  );
  const corrected = (mode: ModeName) => histogram(of(runs, mode), operation).statistics();
  return {
    published: PUBLISHED[operation],
    faithful: faithfulStatistics(samples),
    corrected: { 'the article’s way': corrected('corrected'), ours: corrected('ours') },
  };
}

function timesTable(runs: readonly Run[]): string {
  return table(
    [...text('operation'), ...numbers('mean', 'p99')],
    OPERATIONS.map((operation) => [
      operation,
      ratio(timesOf(runs, operation, 'mean')),
      ratio(timesOf(runs, operation, 'p99')),
    ]),
  );
}
