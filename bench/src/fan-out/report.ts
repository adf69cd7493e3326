import { cpuSum } from '../measure/cpu.ts';
import { ratios, type Spread, spread } from '../measure/ratio.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { rate, ratio, whole } from '../report/figure.ts';
import { beside, budget, budgetLine, type Standing } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import {
  framesPerCpuSecond,
  grouped,
  LIKE_HUB,
  LIKE_OURS,
  type Measured,
  SINGLE,
  ticksPerCpuSecond,
  ticksPerFrame,
} from './measured.ts';
import type { Rounds } from '../planned.ts';
import { CLIENTS, LOADS } from './plan.ts';
import { fanOutPlots } from './plots.ts';

/** The budgets: of the bare loop's frames, and times its ticks where they burst. */
const BUDGET = { frames: 0.9, ticks: 10 };
const [OURS, HUB] = ['ours', 'ours, the fan-out alone'];
/** What is compared with which way of ours. */
const BASES: Readonly<Record<string, string>> = { [LIKE_HUB]: HUB };

/** By a profile, and by writes in turn to the same 1 000 sockets of one process. */
const WRITES =
  'Both make one system call for a frame, with the same buffer; a write of ours takes 8.0 µs in all, one of the bare loop 7.0, since each ' +
  'session is asked what it wants, what it can take, and notes when it last spoke.';
/** What the whole server does besides. */
const BESIDES = `${WRITES} The server reads the topic in the same process meanwhile.`;

const NOTE = `${whole(CLIENTS)} clients get every tick. A closed loop: so many ticks are under way (${LOADS.map(({ name, inFlight }) => `${name} ${inFlight}`).join(', ')}; by MongoDB
${LOADS.map(({ byMongo }) => byMongo).join(', ')}, since a tick is under way there before it can be sent), and the next burst is published once everybody has the earlier ones: as fast
as it goes, without filling anybody's buffers. Clients are the same bare WebSockets for all, in one process with the publisher (the *load*), which speaks
each protocol itself. *A CPU second* is of the one process that writes to the sockets, all threads, user and system. *Ours*: the server as it is, which reads
the topic meanwhile, and sends what a majority of three members keeps. *The fan-out alone*: the same server without MongoDB, to which ticks are handed as to
the bare loop. *A bare loop*: \`ws\` takes the connections, and a loop writes one frame, made once, straight to every socket, with no subscriptions,
positions, heartbeats or backpressure: the limit of Node. Its frames are of as many ticks as ours had in the same round, or of one, which is what fan-out
without batches does, as the others do. Socket.IO: with @socket.io/mongo-adapter. NATS and Mosquitto over WebSockets: they keep nothing. Each tick is the same
JSON. *×*: ours to it, of the same round; the fan-out alone to the bare loop with its frames.`;

/** Tables, plots, budgets and raw numbers of what was measured. */
export function findings(all: {
  readonly plan: Rounds;
  readonly measured: readonly Measured[];
  readonly absent: readonly string[];
}): Findings {
  const { plan, measured, absent } = all;
  const standings = LOADS.flatMap(({ name }) => standingsOf(measured.filter(({ load }) => load === name)));
  const markdown = [
    NOTE,
    ...absent.map((line) => `${line}.`),
    fanOutTable(measured),
    check(measured),
    ...standings.filter(({ kind }) => kind === 'budget').map(budgetLine),
    `CPU seconds of each process over all ${plan.rounds} rounds:`,
    cpuTable(
      text('load', 'way'),
      grouped(measured).map((slices) => ({
        cells: [slices[0]!.load, slices[0]!.way],
        cpu: cpuSum(slices.map(({ cpu }) => cpu)),
      })),
    ),
  ].join('\n\n');
  return { markdown, raw: all, plots: fanOutPlots(measured), standings, absent };
}

function fanOutTable(measured: readonly Measured[]): string {
  const columns = [
    ...text('load', 'way'),
    ...numbers('frames a CPU s', '×', 'ticks a CPU s', '×', 'ticks a frame', 'ticks/s', 'server CPU'),
  ];
  const rows = grouped(measured).map((slices) => {
    const { load, way } = slices[0]!;
    const times = (of: (slice: Measured) => number) =>
      way === OURS ? '' : ratio(timesOf(measured, load, way, of, BASES[way]));
    const over = (of: (slice: Measured) => number) => spread(slices.map(of));
    return [
      load,
      way,
      rate(over(framesPerCpuSecond)),
      times(framesPerCpuSecond),
      whole(over(ticksPerCpuSecond).median),
      times(ticksPerCpuSecond),
      over(ticksPerFrame).median.toFixed(1),
      whole(over(({ fanned }) => fanned.ticks / fanned.seconds).median),
      `${Math.round(over(({ fanned, cpu }) => (100 * cpu['server']!) / fanned.seconds).median)} %`,
    ];
  });
  return table(columns, rows);
}

/** Ours, or another base, to another way, round by round. */
function timesOf(
  measured: readonly Measured[],
  load: string,
  way: string,
  of: (slice: Measured) => number,
  base = OURS,
): Spread {
  const values = (name: string) =>
    measured.filter((slice) => slice.load === load && slice.way === name).map((slice) => of(slice));
  return ratios(values(base), values(way));
}

function check(measured: readonly Measured[]): string {
  const wrong = measured.filter(({ fanned }) => fanned.lost + fanned.doubled > 0);
  const all = whole(measured.reduce((sum, { fanned }) => sum + fanned.deliveries, 0));
  if (wrong.length === 0) return `**Every client got every tick once**, of all ways: ${all} deliveries.`;
  const said = wrong.map(
    ({ load, way, fanned }) =>
      `${way}, ${load}: ${whole(fanned.lost)} lost, ${whole(fanned.doubled)} doubled`,
  );
  return `**Not every client got every tick once**: ${said.join('; ')}.`;
}

/** The budgets and peers of one load. */
function standingsOf(measured: readonly Measured[]): Standing[] {
  const [first] = measured;
  if (!first) return [];
  const { load } = first;
  const ways = [...new Set(measured.map(({ way }) => way))];
  const ticks = timesOf(measured, load, SINGLE, ticksPerCpuSecond);
  const who = `${whole(CLIENTS)} subscribers, ${load}`;
  const frames = (what: string, way: string, base: string) => {
    const times = timesOf(measured, load, way, framesPerCpuSecond, base);
    return budget({
      what: `frames a CPU second, ${who}, ${what}`,
      goal: `≥ ${BUDGET.frames} of a bare loop that writes the same frames`,
      measured: ratio(times),
      met: times.median >= BUDGET.frames,
      reason: way === LIKE_OURS ? BESIDES : WRITES,
    });
  };
  return [
    frames('the fan-out alone', LIKE_HUB, HUB),
    frames('the whole server', LIKE_OURS, OURS),
    // Of ten ticks at once nobody can make ten times as many as of one.
    ...(load === LOADS.at(-1)!.name
      ? [
          budget({
            what: `ticks a CPU second, ${who}`,
            goal: `≥ ${BUDGET.ticks} × a bare loop with a frame a tick`,
            measured: ratio(ticks),
            met: ticks.median >= BUDGET.ticks,
          }),
        ]
      : []),
    ...ways
      .filter((way) => ![OURS, HUB, LIKE_OURS, LIKE_HUB, SINGLE].includes(way))
      .map((way) =>
        beside({
          what: `ticks a CPU second, ${who}`,
          peer: way,
          times: timesOf(measured, load, way, ticksPerCpuSecond),
          reason: WRITES,
        }),
      ),
  ];
}
