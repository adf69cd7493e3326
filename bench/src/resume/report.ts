import type { Return } from '../load/returner.ts';
import { type CpuSeconds, cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { ratios, spread } from '../measure/ratio.ts';
import type { Plot } from '../plot/plot.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds, ratio, whole } from '../report/figure.ts';
import { budget, budgetLine } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { CROWD, type Plan, RATE } from './plan.ts';

/** Ticks, all clients together. */
export interface Missed {
  readonly lost: number;
  readonly doubled: number;
}

/** Clients that came back one by one, by how long they were away. */
export interface Single {
  readonly returns: readonly { readonly seconds: number; readonly returns: readonly Return[] }[];
  readonly missed: Missed;
}

/** A thousand that came back at once. */
export interface Crowd {
  /** As somebody new, without saying what they had. */
  readonly anew: boolean;
  readonly returns: readonly Return[];
  readonly missed: Missed;
  readonly cpu: CpuSeconds;
}

const note = ({
  crowdSeconds,
}: Plan) => `${RATE} ticks a second go on all the time: single ones, and in inserts of ${CROWD.batch} where ${whole(CROWD.clients)} come back. A client drops its connection without a word, stays away, connects again and subscribes
with the last 256 ids that it got, as the dashboard's feed does. *Live again*: from the first packet of the new connection to the first tick at
the client that was sent later than that; so it includes the handshake, all that was missed, and a tick's own way through MongoDB.
*Bytes*: of messages until then. *One by one*: clients leave within some seconds of one another, so that each comes back alone. *At once*:
${whole(CROWD.clients)} leave in the same moment and come back ${crowdSeconds} s later in the same moment; *as if anew*: the same without ids, so that nothing
is sent to them but what is new: what the handshakes alone take.`;

/** All that the scenario measured. */
export interface Measured {
  readonly plan: Plan;
  readonly singles: Single;
  readonly crowds: readonly Crowd[];
}

/** Tables, plot, budget and raw numbers of what was measured. */
export function findings(all: Measured): Findings {
  const { singles, crowds } = all;
  const back = crowds.filter(({ anew }) => !anew);
  const fresh = crowds.filter(({ anew }) => anew);
  const returns = [
    ...singles.returns.flatMap((each) => each.returns),
    ...back.flatMap((each) => each.returns),
  ];
  const missed = [singles.missed, ...back.map((crowd) => crowd.missed)];
  const sum = (of: 'lost' | 'doubled') => missed.reduce((total, each) => total + each[of], 0);
  const gaps = returns.reduce((total, each) => total + each.gaps, 0);
  const notResumed = returns.filter(({ resumed }) => !resumed).length;
  const measured = `of ${whole(returns.length)} returns ${whole(notResumed)} not resumed; ${gaps} gaps, ${sum('lost')} ticks lost, ${sum('doubled')} doubled`;
  const standing = budget({
    what: 'coming back within the ring',
    goal: 'no gap, nothing lost, nothing doubled',
    measured,
    met: notResumed + gaps + sum('lost') + sum('doubled') === 0,
  });
  const times = ratios(slowest(back), slowest(fresh));
  const markdown = [
    note(all.plan),
    returnTable(all),
    budgetLine(standing),
    `The last of ${whole(CROWD.clients)} to be live again takes ${ratio(times)} times as long (of ${times.count} pair${times.count === 1 ? '' : 's'}) as if all came anew. CPU seconds of each process for all of them, ` +
      `from when they leave:`,
    cpuTable(text('come back'), [
      { cells: ['with what they had'], cpu: mean(back) },
      { cells: ['as if anew'], cpu: mean(fresh) },
    ]),
  ].join('\n\n');
  return { markdown, raw: all, plots: [plot(all)], standings: [standing], absent: [] };
}

function histogram(returns: readonly Return[]): LatencyHistogram {
  const all = new LatencyHistogram();
  for (const { ms } of returns) all.record(ms * 1000);
  return all;
}

function slowest(crowds: readonly Crowd[]): number[] {
  return crowds.map(({ returns }) => Math.max(...returns.map(({ ms }) => ms)));
}

function mean(crowds: readonly Crowd[]): CpuSeconds {
  const all = cpuSum(crowds.map(({ cpu }) => cpu));
  return Object.fromEntries(Object.entries(all).map(([name, used]) => [name, used / crowds.length]));
}

/** Each kind of return, as the table and the plot have it. */
function kinds({ plan, singles, crowds }: Measured) {
  const away = `${plan.crowdSeconds} s`;
  const crowd = (anew: boolean) =>
    crowds.filter((each) => each.anew === anew).flatMap(({ returns }) => returns);
  return [
    ...singles.returns.map(({ seconds, returns }) => ({ how: 'one by one', away: `${seconds} s`, returns })),
    { how: `${whole(CROWD.clients)} at once`, away, returns: crowd(false) },
    {
      how: `${whole(CROWD.clients)} at once, as if anew`,
      away,
      returns: crowd(true),
    },
  ];
}

function returnTable(all: Measured): string {
  return table(
    [
      ...text('come back', 'away'),
      ...numbers('returns', 'live again p50 ms', 'p90', 'p99', 'max', 'ticks', 'KiB', 'resumed', 'gaps'),
    ],
    kinds(all).map(row),
  );
}

function row({ how, away, returns }: ReturnType<typeof kinds>[number]): string[] {
  const { p50, p90, p99, max } = histogram(returns).summary();
  const middle = (of: (each: Return) => number) => spread(returns.map(of)).median;
  return [
    how,
    away,
    whole(returns.length),
    ...[p50, p90, p99, max].map(milliseconds),
    whole(middle(({ ticks }) => ticks)),
    whole(middle(({ bytes }) => bytes) / 1024),
    whole(returns.filter(({ resumed }) => resumed).length),
    whole(returns.reduce((sum, { gaps }) => sum + gaps, 0)),
  ];
}

function plot(all: Measured): Plot {
  return {
    name: 'resume',
    title: `Time until a client that was away is live again, ${RATE} ticks/s`,
    kind: 'lines',
    value: 'milliseconds',
    x: 'percentile of the returns',
    log: { value: true },
    points: kinds(all).flatMap(({ how, away, returns }) => {
      const { p50, p90, p99, max } = histogram(returns).summary();
      return Object.entries({ p50, p90, p99, max }).map(([x, value]) => ({
        series: `ours, ${how}, ${away}`,
        x,
        value,
      }));
    }),
  };
}
