import { type CpuSeconds, cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { ratios, spread } from '../measure/ratio.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds, rate, ratio, reopensNote, roundsNote, whole } from '../report/figure.ts';
import { numbers, table } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { Slice } from '../variant/slice.ts';
import type { EvaluationRates } from './evaluation.ts';
import { ALERT_RATE, type Firing, TICK_RATE } from './firing.ts';
import type { Plan } from './plan.ts';
import { evaluationPlot, firingPlot } from './plots.ts';
import { LISTENERS } from './ruled-variant.ts';
import { BATCH, RATE } from './ticks.ts';

/** A server with so many rules, slice by slice. */
export interface Ruled {
  readonly rules: number;
  readonly slices: readonly Slice[];
}

/** All that the scenario measured. */
export interface Measured {
  readonly plan: Plan;
  readonly evaluated: readonly EvaluationRates[];
  readonly ruled: readonly Ruled[];
  readonly fired: readonly Firing[];
}

const EVALUATION_NOTE = `**The evaluator alone**: ticks a CPU second through the server's backlog (full) and its evaluator, in a process that does
nothing else; ten ticks at a time. Rules are of all kinds in equal parts. Over 100 tickers: rules and ticks both; on one: all of both.
*Fires*: of how many ticks one fires rules, which are armed again at once. *×*: to the same without rules.`;

const SERVER_NOTE = `**A server**: ${whole(RATE)} ticks/s in inserts of ${BATCH}, all of the ticker that all rules are of, to ${LISTENERS} subscribers; none fires. Latency is
from right before the insert (majority) is sent to the subscriber's handler. *CPU ×*: the server's, to the same without rules, round by round.`;

const FIRING_NOTE = `**How soon an alert comes**: from right before the insert (majority) of the tick that crosses is sent, to the \`alert\` on a WebSocket that
watches, and to the webhook's request (a receiver on this machine); ${ALERT_RATE} alerts/s at ${TICK_RATE} ticks/s. *Doubled*: came again by the same way.`;

/** Tables and raw numbers of what was measured. */
export function findings(measured: Measured): Findings {
  const { plan, evaluated, ruled, fired } = measured;
  const sections = [
    EVALUATION_NOTE,
    evaluationTable(evaluated),
    SERVER_NOTE,
    roundsNote(plan.rounds),
    serverTable(ruled),
    ...reopensNote(ruled.flatMap(({ slices }) => slices)),
    `CPU seconds of each process in ${plan.rounds * plan.seconds} s:`,
    cpuTable(
      numbers('rules'),
      ruled.map(({ rules, slices }) => ({ cells: [whole(rules)], cpu: unnamed(slices) })),
    ),
    FIRING_NOTE,
    firingTable(fired),
  ];
  return {
    markdown: sections.join('\n\n'),
    raw: measured,
    plots: [evaluationPlot(evaluated), firingPlot(fired)],
    // Nobody else has such rules, and there is no budget for them.
    standings: [],
    absent: [],
  };
}

function evaluationTable(evaluated: readonly EvaluationRates[]): string {
  return table(
    numbers('tickers', 'fires', 'rules', 'ticks/s', '×', 'ns a tick'),
    evaluated.map(({ tickers, firesEvery, rules, rates }) => {
      const base = evaluated.find(
        (other) => other.rules === 0 && other.tickers === tickers && other.firesEvery === firesEvery,
      );
      return [
        whole(tickers),
        firesEvery === 0 ? 'none' : `1 in ${whole(firesEvery)}`,
        whole(rules),
        rate(spread(rates)),
        rules === 0 ? '' : ratio(ratios(rates, base!.rates)),
        whole(1e9 / spread(rates).median),
      ];
    }),
  );
}

function serverTable(ruled: readonly Ruled[]): string {
  const cpu = ({ slices }: Ruled) => slices.map((slice) => serverCpu(slice.cpu));
  return table(
    numbers('rules', 'p50 ms', 'p99', 'max', 'CPU ×', 'lost', 'doubled', 'gaps'),
    ruled.map((each) => {
      const receptions = each.slices.flatMap(({ receptions }) => Object.values(receptions));
      const { p50, p99, max } = LatencyHistogram.merged(
        receptions.map(({ latency }) => LatencyHistogram.decode(latency)),
      ).summary();
      const sums = (['lost', 'doubled', 'gaps'] as const).map((what) =>
        receptions.reduce((sum, reception) => sum + reception[what], 0),
      );
      return [
        whole(each.rules),
        ...[p50, p99, max].map(milliseconds),
        each === ruled[0] ? '' : ratio(ratios(cpu(each), cpu(ruled[0]!))),
        ...sums.map(whole),
      ];
    }),
  );
}

function firingTable(fired: readonly Firing[]): string {
  return table(
    numbers(
      'other rules',
      'alerts',
      'socket p50 ms',
      'p99',
      'max',
      'webhook p50 ms',
      'p99',
      'max',
      'doubled',
    ),
    fired.map(({ rules, alerts, socket, webhook, doubled }) => [
      whole(rules),
      whole(alerts),
      ...[socket, webhook].flatMap((encoded) => {
        const { p50, p99, max } = LatencyHistogram.decode(encoded).summary();
        return [p50, p99, max].map(milliseconds);
      }),
      whole(doubled),
    ]),
  );
}

/** By the same names, whatever the variant: "server (100 rules)" is "server". */
function unnamed(slices: readonly Slice[]): CpuSeconds {
  const cpu = cpuSum(slices.map((slice) => slice.cpu));
  return Object.fromEntries(Object.entries(cpu).map(([name, used]) => [name.replace(/ \(.*\)$/, ''), used]));
}

function serverCpu(cpu: CpuSeconds): number {
  const [, used] = Object.entries(cpu).find(([name]) => name.startsWith('server'))!;
  return used;
}
