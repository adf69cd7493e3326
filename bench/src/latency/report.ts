import type { Reception } from '../load/audience.ts';
import { LatencyHistogram, type LatencySummary } from '../measure/histogram.ts';
import { ratios, type Spread } from '../measure/ratio.ts';
import { milliseconds, ratio, reopensNote, verdict, whole } from '../report/figure.ts';
import { KEPT, WAITED_OUT } from '../report/reason.ts';
import { beside, budget, type Standing } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { Slice } from '../variant/slice.ts';
import { cpuByRate } from './cpu-by-rate.ts';
import { DEFAULT_WAIT, type Measured, NO_WAKE, OURS } from './plan.ts';
import { latencyPlot } from './plots.ts';

/** DESIGN section 8, one tick a second to one listener, in milliseconds. */
const BUDGET = { p50: 20, p99: 50 };
/** With fewer ticks a percentile is just the slowest one. */
const ENOUGH_FOR_P999 = 1_000;

const NOTE = `Latency is from right before the tick is sent to the client's message handler, on one monotonic clock, each tick at its one
listener. An open loop: one tick in each interval, at changing places of it, whatever became of the last one. *Kept by*: what a tick
has to be kept by before it is shown; what is "majority" is inserted by \`insertOne\` with majority and read with it, what is "nobody"
is lost with its broker, so that the two do not promise the same. \`no wake\` is our server with \`TAIL_WAKE=off\`: it
asks every 20 ms; \`default wait\` is that with \`TAIL_AWAIT_MS=1000\`, mongod's default; \`a cursor a listener\` is the
article's way: a tailable cursor straight from MongoDB, on a secondary, with the default wait; the change stream is on a
secondary too. Socket.IO: one server with @socket.io/mongo-adapter emits, another has the client. NATS (core) and Mosquitto (quality of service 0): their own protocol over TCP, their own client libraries, where ours is a
WebSocket. *Together*: all at the same time; *in turn*: with nothing of the others running. *insert p50* is how long MongoDB took to acknowledge, which is in
the latency. "× ours" compares the p50, round by round; *pairs*: of how many.`;

/** A variant at a rate, over all its slices. */
export interface Row {
  readonly rate: number;
  readonly variant: string;
  readonly inMemory: boolean;
  readonly ticks: number;
  readonly latency: LatencySummary;
  /** From sent to acknowledged by MongoDB, the middle one, in milliseconds; null where nobody says. */
  readonly acknowledged: number | null;
  readonly lost: number;
  readonly doubled: number;
  readonly gaps: number;
  /** Its p50 to that of ours, round by round; undefined for ours. */
  readonly times: Spread | undefined;
  readonly together: boolean;
}

/** Tables, verdict and raw numbers of what was measured. */
export function findings(measured: readonly Measured[], absent: readonly string[]): Findings {
  const rows = measured.flatMap(rowsOf);
  const budgeted = rows.find(({ rate, variant }) => rate === 1 && variant === OURS.name)!.latency;
  const met = budgeted.p50 <= BUDGET.p50 && budgeted.p99 <= BUDGET.p99;
  const goal = `p50 ≤ ${BUDGET.p50} ms, p99 ≤ ${BUDGET.p99} ms`;
  const said = `p50 ${milliseconds(budgeted.p50)} ms, p99 ${milliseconds(budgeted.p99)} ms`;
  const markdown = [
    NOTE,
    ...absent.map((line) => `${line}.`),
    latencyTable(rows),
    verdict(`one tick a second, majority: ${goal}`, said, met),
    ...reopensNote(measured.flatMap(({ slices }) => slices.flat())),
    'CPU of each process, in per cent of a core; secondary A is the one that our server tails:',
    cpuByRate(measured),
  ].join('\n\n');
  const standings = [
    budget({ what: 'insert → WebSocket client, one tick a second, majority', goal, measured: said, met }),
    ...rows.flatMap(peerStanding),
  ];
  return { markdown, raw: { absent, rows, parts: measured }, plots: [latencyPlot(rows)], standings, absent };
}

/** Another setting of ours is no peer. */
function peerStanding({ rate, variant, times, inMemory }: Row): Standing[] {
  if (!times || [DEFAULT_WAIT.name, NO_WAKE.name].includes(variant)) return [];
  const reason = inMemory ? `It keeps no tick. ${KEPT} ${WAITED_OUT}` : WAITED_OUT;
  return [beside({ what: `latency, p50, ${whole(rate)} ticks/s`, peer: variant, times, reason })];
}

function rowsOf({ part, rate, slices }: Measured): Row[] {
  const first = part.variants[0]!.name;
  return part.variants.map(({ name, inMemory = false, ownPublisher = false }) => {
    const receptions = receptionsOf(slices, name);
    const sum = (of: (reception: Reception) => number) =>
      receptions.reduce((total, { reception }) => total + of(reception), 0);
    const p50s = (variant: string) => receptionsOf(slices, variant).map(({ p50 }) => p50);
    return {
      rate,
      variant: name,
      inMemory,
      ticks: receptions.reduce((total, { published }) => total + published, 0),
      latency: LatencyHistogram.merged(receptions.map(({ latency }) => latency)).summary(),
      acknowledged: ownPublisher ? null : acknowledgedOf(slices, name),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      gaps: sum(({ gaps, ended }) => gaps + ended),
      times: name === first ? undefined : ratios(p50s(name), p50s(first)),
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

/** The middle acknowledgement of the inserts that this variant listened to. */
function acknowledgedOf(slices: readonly (readonly Slice[])[], name: string): number {
  const heard = slices.flat().filter(({ receptions }) => receptions[name]);
  const all = heard.map(({ published }) => LatencyHistogram.decode(published.acknowledged));
  return LatencyHistogram.merged(all).summary().p50;
}

function latencyTable(rows: readonly Row[]): string {
  const columns = [
    ...numbers('ticks/s'),
    ...text('variant', 'kept by', 'slices'),
    ...numbers(
      'ticks',
      'insert p50',
      'p50 ms',
      'p90',
      'p99',
      'p99.9',
      'max',
      '× ours',
      'pairs',
      'lost',
      'doubled',
      'gaps',
    ),
  ];
  const cells = rows.map(({ latency, ...row }) => [
    whole(row.rate),
    row.variant,
    row.inMemory ? 'nobody' : 'majority',
    row.together ? 'together' : 'in turn',
    whole(row.ticks),
    row.acknowledged === null ? '' : milliseconds(row.acknowledged),
    ...[latency.p50, latency.p90, latency.p99].map(milliseconds),
    row.ticks < ENOUGH_FOR_P999 ? '–' : milliseconds(latency.p999),
    milliseconds(latency.max),
    row.times ? ratio(row.times) : '',
    row.times ? whole(row.times.count) : '',
    ...[row.lost, row.doubled, row.gaps].map(whole),
  ]);
  return table(columns, cells);
}
