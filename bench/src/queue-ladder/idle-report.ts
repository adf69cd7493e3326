import { type CpuSeconds, cpuSum } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds } from '../report/figure.ts';
import { budget, budgetLine, type Standing } from '../report/standing.ts';
import { text } from '../report/table.ts';
import { type Idle, IDLE_WORKERS, WAKE_UP_RATE } from './idle.ts';

/** The budgets of the queue's plan: what idle workers cost the set, in % of a core, and how soon one learns of a job. */
const IDLE_BUDGET = 2;
const WAKE_UP_BUDGET_MS = 50;

/** What idle workers cost, and how soon one begins a job that comes. */
export function idleReport(idle: Idle, seconds: number): string[] {
  const { wakeUp, workers, none } = idle;
  const { count, p50, p99, max } = LatencyHistogram.decode(wakeUp).summary();
  const [wokenUp, cheap] = idleStandings(idle, seconds);
  const stretch = `${workers.length} × ${seconds} s`;
  return [
    `**Wake-up**: from right before \`enqueue\` (majority) is sent to the handler's begin, the claim (majority) included; ${count} single jobs at
${WAKE_UP_RATE}/s, ${IDLE_WORKERS} idle workers in another process: p50 ${milliseconds(p50)} ms, p99 ${milliseconds(p99)}, max ${milliseconds(max)}.`,
    budgetLine(wokenUp!),
    `**Idle cost**: CPU in % of a core over ${stretch} with ${IDLE_WORKERS} idle workers in one process, and over ${stretch} with the same
process and none, in turn:`,
    cpuTable(text('workers'), [
      { cells: [String(IDLE_WORKERS)], cpu: percents(workers, seconds) },
      { cells: ['none'], cpu: percents(none, seconds) },
    ]),
    budgetLine(cheap!),
  ];
}

/** The budgets of idle workers: how soon one has a job, and what they cost. */
export function idleStandings({ wakeUp, workers, none }: Idle, seconds: number): Standing[] {
  const { p99 } = LatencyHistogram.decode(wakeUp).summary();
  const cost = percent(workers, seconds) - percent(none, seconds);
  return [
    budget({
      what: 'a waiting worker has a new job',
      goal: `within ${WAKE_UP_BUDGET_MS} ms`,
      measured: `p99 ${milliseconds(p99)} ms`,
      met: p99 <= WAKE_UP_BUDGET_MS,
    }),
    budget({
      what: `what ${IDLE_WORKERS} idle workers cost the set`,
      goal: `< ${IDLE_BUDGET} % of a core`,
      measured: `${cost.toFixed(2)} %`,
      met: cost < IDLE_BUDGET,
    }),
  ];
}

function percents(stretches: readonly CpuSeconds[], seconds: number): CpuSeconds {
  const all = Object.entries(cpuSum(stretches));
  return Object.fromEntries(all.map(([name, used]) => [name, (100 * used) / (seconds * stretches.length)]));
}

/** Of the members together. */
function percent(stretches: readonly CpuSeconds[], seconds: number): number {
  const { workers: _process, ...members } = percents(stretches, seconds);
  return Object.values(members).reduce((sum, each) => sum + each, 0);
}
