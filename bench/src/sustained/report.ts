import type { Reception } from '../load/audience.ts';
import { cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { ratios, spread } from '../measure/ratio.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds, rate, ratio, reopensNote, verdict, whole } from '../report/figure.ts';
import { budget } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { Slice } from '../variant/slice.ts';
import { sustainedPlot } from './plots.ts';
import { BATCH, OURS, type Pairs, SUBSCRIBERS } from './plan.ts';

/** The budget. */
const BUDGET = 0.6;

const NOTE = `Publishers send \`insertMany\` of ${BATCH} ticks, majority, each with one under way. *Ours*: the server follows the topic and
${SUBSCRIBERS} subscribers in \`all\` listen over WebSockets; its rate is the ticks sent, over the time from the first one sent to the last
one received by the last subscriber, so that lagging behind does not count as keeping up. *Bare*: the same publishers with no server
running; the time is up to the last acknowledgement. Each round has a slice of ours for each number of publishers, and then the
bare ones in reverse; the share is of slices of one round. *Behind*: from the last
acknowledgement to the last tick received. Latency is that of every tick at every subscriber.`;

/** Tables, verdict and raw numbers of what was measured. */
export function findings(pairs: readonly Pairs[], seconds: number): Findings {
  const shares = pairs.map(shareOf);
  const said = pairs.map(
    ({ publishers }, index) => `${ratio(shares[index]!)} with ${publishers} publisher(s)`,
  );
  const clean = pairs.every(({ ours }) => ours.every(isClean));
  const goal = `≥ ${BUDGET} of the bare rate, no gap`;
  const measured = `${said.join(', ')}, ${clean ? 'no gap and no loss' : 'with gaps or loss'}`;
  const met = clean && shares.every(({ median }) => median >= BUDGET);
  const rates = pairs.map(ratesOf);
  const markdown = [
    NOTE,
    rateTable(pairs),
    verdict(`${SUBSCRIBERS} subscribers, ${goal}`, measured, met),
    ...reopensNote(pairs.flatMap(({ ours }) => ours)),
    `CPU seconds of each process in ${pairs[0]!.ours.length} × ${seconds} s; secondary A is the one that our server tails:`,
    cpuTable(
      [...numbers('publishers'), ...text('variant')],
      pairs.flatMap(({ publishers, ours, bare }) => [
        { cells: [String(publishers), 'ours'], cpu: cpuSum(ours.map((slice) => slice.cpu)) },
        { cells: [String(publishers), 'bare'], cpu: cpuSum(bare.map((slice) => slice.cpu)) },
      ]),
    ),
  ].join('\n\n');
  const raw = { sliceSeconds: seconds, shares, rates, pairs };
  const what = `ticks/s into a full ring, ${SUBSCRIBERS} subscribers`;
  return {
    markdown,
    raw,
    plots: [sustainedPlot(rates)],
    standings: [budget({ what, goal, measured, met })],
    absent: [],
  };
}

/** Ticks a second until all had them: the listeners, or where there are none the majority of the members. */
export function sustainedRate({ published, receptions }: Slice): number {
  const end = receptions[OURS.name]?.lastMicros ?? published.endMicros;
  return (ticksOf(published.counts) * 1_000_000) / (end - published.startMicros);
}

function shareOf({ ours, bare }: Pairs) {
  return ratios(ours.map(sustainedRate), bare.map(sustainedRate));
}

function ratesOf({ publishers, ours, bare }: Pairs) {
  return { publishers, ours: ours.map(sustainedRate), bare: bare.map(sustainedRate) };
}

function isClean({ receptions }: Slice): boolean {
  const { lost, doubled, gaps, ended } = receptions[OURS.name]!;
  return lost + doubled + gaps + ended === 0;
}

function rateTable(pairs: readonly Pairs[]): string {
  const columns = [
    ...numbers('publishers'),
    ...text('variant'),
    ...numbers(
      'ticks/s',
      'share',
      'deliveries/s',
      'p50 ms',
      'p99',
      'max',
      'behind ms',
      'lost',
      'doubled',
      'gaps',
    ),
  ];
  return table(
    columns,
    pairs.flatMap((pair) => [ourRow(pair), bareRow(pair, columns.length)]),
  );
}

function ourRow(pair: Pairs): string[] {
  const { publishers, ours } = pair;
  const receptions = ours.map((slice) => slice.receptions[OURS.name]!);
  const sum = (of: (reception: Reception) => number) =>
    receptions.reduce((total, reception) => total + of(reception), 0);
  const histograms = receptions.map((reception) => LatencyHistogram.decode(reception.latency));
  const latency = LatencyHistogram.merged(histograms).summary();
  const rates = spread(ours.map(sustainedRate));
  const behind = spread(
    ours.map(({ published }, index) => (receptions[index]!.lastMicros - published.endMicros) / 1000),
  );
  return [
    String(publishers),
    'ours',
    rate(rates),
    ratio(shareOf(pair)),
    whole(rates.median * SUBSCRIBERS),
    ...[latency.p50, latency.p99, latency.max, behind.median].map(milliseconds),
    ...[sum(({ lost }) => lost), sum(({ doubled }) => doubled), sum(({ gaps, ended }) => gaps + ended)].map(
      whole,
    ),
  ];
}

function bareRow({ publishers, bare }: Pairs, columns: number): string[] {
  const cells = [String(publishers), 'bare', rate(spread(bare.map(sustainedRate)))];
  return [...cells, ...Array.from({ length: columns - cells.length }, () => '')];
}

function ticksOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
