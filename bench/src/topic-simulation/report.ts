import { cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram, type Statistics } from '../measure/histogram.ts';
import { ratios, spread } from '../measure/ratio.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds, rate, ratio, roundsNote, whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { faithfulStatistics } from '../simulator/statistics.ts';
import { type Compared, emptyCells, simulationTable } from '../simulator/tables.ts';
import type { Run } from './play.ts';
import { PUBLISHED } from './published.ts';
import { latencyOf, type PlayedWay, quantiles, simulationPlot, simulationStandings } from './standings.ts';

type Operation = 'publishing' | 'listening';

const note = (
  iterations: number,
) => `Four processes, each with a pool of 50, 250 publishing users a slice of a second and 10 listeners; ${iterations} slices (25 in the article),
each user a fixed 4 ms after the one before *started*, by timers that do not catch up: so fewer than 1 000 a second. No warm-up, as in
the article. *Published*: the article's columns, MongoDB 3.0.1, one mongod. *Faithful*: the article's way and definitions on today's
mongod, with their errors: what a listener notes is not how late a document is but the milliseconds since the one *before*, from the
first document of the ring on; these are divided by 1 000 once more; one sample in 501 is thrown away, and what a process still holds
at its end. *Corrected*: from right before the insert is sent to the listener's handler, or to the acknowledgement, on one monotonic
clock, every one of them; of documents sent after the listeners came. \`the article’s way\`: w: 1, local reads of the primary by a
cursor a listener, into a ring that never fills; \`ours\`: majority, into a full ring, by our server; \`ours, w: 1\`: with
\`READ_CONCERN=local\`, the article's promise. The set has three members here, the article's had one. Nothing in *published* or
*faithful* of listening can be compared with a latency.`;

/** Tables, plot, standings and raw numbers of what was measured. */
export function findings(ways: readonly PlayedWay[], iterations: number): Findings {
  const [article] = ways as [PlayedWay, ...PlayedWay[]];
  const compared = (operation: Operation): Compared => ({
    published: PUBLISHED[operation],
    faithful: faithful(article, operation),
    corrected: Object.fromEntries(ways.map((way) => [way.way.name, corrected(way, operation)])),
  });
  const tables = { listening: compared('listening'), publishing: compared('publishing') };
  const markdown = [
    note(iterations),
    'Listening, in what each column calls milliseconds:',
    simulationTable(tables.listening),
    'Publishing, in milliseconds:',
    simulationTable(tables.publishing),
    ...emptyCells([tables.listening, tables.publishing]),
    `The runs; "×": p50 of the latency, against the article’s way in the same round. ${roundsNote(article.runs.length)}`,
    runsTable(ways, article),
    'CPU seconds of each process over all runs:',
    cpuTable(
      text('way'),
      ways.map(({ way, runs }) => ({ cells: [way.name], cpu: cpuSum(runs.map(({ cpu }) => cpu)) })),
    ),
  ].join('\n\n');
  return {
    markdown,
    raw: { iterations, tables, ways: ways.map(rawOf) },
    plots: [simulationPlot(ways)],
    standings: ways.slice(1).flatMap((way) => simulationStandings(way, article)),
    absent: [],
  };
}

/** All samples of all rounds in one, as the simulator reckons them. */
function faithful({ runs }: PlayedWay, operation: Operation): Statistics {
  const kind = operation === 'listening' ? 'fetch' : 'publish';
  return faithfulStatistics(runs.flatMap(({ played }) => played.flatMap(({ samples }) => samples[kind])));
}

function corrected({ runs }: PlayedWay, operation: Operation): Statistics {
  const encoded = runs.flatMap(({ played, receptions }) =>
    operation === 'listening'
      ? receptions.map(({ latency }) => latency)
      : played.map(({ acknowledged }) => acknowledged),
  );
  return LatencyHistogram.merged(encoded.map((text) => LatencyHistogram.decode(text))).statistics();
}

function runsTable(ways: readonly PlayedWay[], article: PlayedWay): string {
  const columns = [
    ...text('way', 'promise'),
    ...numbers('runtime s', 'published/s', 'p50 ms', 'p99', 'max', '×', 'deliveries', 'lost', 'gaps'),
  ];
  const rows = ways.map((played) => {
    const { way, runs } = played;
    const latency = LatencyHistogram.merged(runs.map(latencyOf)).summary();
    const sum = (of: (reception: Run['receptions'][number]) => number) =>
      whole(runs.flatMap(({ receptions }) => receptions.map(of)).reduce((total, value) => total + value, 0));
    return [
      way.name,
      way.promise,
      rate(spread(runs.map(({ seconds }) => seconds))),
      rate(spread(runs.map(publishedRate))),
      ...[latency.p50, latency.p99, latency.max].map(milliseconds),
      played === article ? '' : ratio(ratios(quantiles(runs, 'p50'), quantiles(article.runs, 'p50'))),
      sum(({ deliveries }) => deliveries),
      sum(({ lost }) => lost),
      sum(({ gaps, ended }) => gaps + ended),
    ];
  });
  return table(columns, rows);
}

function publishedRate({ played }: Run): number {
  const count = played.reduce((sum, { count }) => sum + count, 0);
  const start = Math.min(...played.map(({ startMicros }) => startMicros));
  const end = Math.max(...played.map(({ endMicros }) => endMicros));
  return (count * 1_000_000) / (end - start);
}

/** Without the samples themselves: there are a quarter of a million of them a run. */
function rawOf({ way, runs }: PlayedWay) {
  const { name, promise } = way;
  return {
    name,
    promise,
    runs: runs.map(({ played, ...run }) => ({ ...run, played: played.map(countedSamples) })),
  };
}

function countedSamples({ samples, ...played }: Run['played'][number]) {
  return { ...played, samples: { publish: samples.publish.length, fetch: samples.fetch.length } };
}
