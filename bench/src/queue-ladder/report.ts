import { ratios, spread } from '../measure/ratio.ts';
import { rate, ratio } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { Cell } from './cell.ts';
import type { EnqueueRates } from './enqueueing.ts';
import { idleReport, idleStandings } from './idle-report.ts';
import type { Idle } from './idle.ts';
import { ladderReport, ladderStandings } from './ladder-report.ts';
import type { Plan } from './plan.ts';
import { ladderPlot } from './plots.ts';

/** All that the scenario measured. */
export interface Measured {
  readonly plan: Plan;
  readonly cells: readonly Cell[];
  readonly enqueued: readonly EnqueueRates[];
  readonly idle: Idle;
}

const ENQUEUE_NOTE = `**Enqueue**: jobs/s into an empty queue, each caller with one call under way. *The article's*: \`insertOne\` and \`insertMany\` with our
clock's time, into a collection with its three indexes. *Ours*: \`enqueue\` and \`enqueueMany\`: upserts, since they have the server's time.`;

/** Tables, verdicts and raw numbers of what was measured. */
export function findings(measured: Measured): Findings {
  const { plan, cells, enqueued, idle } = measured;
  const sections = [
    ...ladderReport(plan, cells),
    ENQUEUE_NOTE,
    enqueueTable(enqueued),
    ...idleReport(idle, plan.idleSeconds),
  ];
  return {
    markdown: sections.join('\n\n'),
    raw: measured,
    plots: [ladderPlot(plan.rungs, cells)],
    standings: [...ladderStandings(cells), ...idleStandings(idle, plan.idleSeconds)],
    absent: [],
  };
}

function enqueueTable(enqueued: readonly EnqueueRates[]): string {
  return table(
    [...text('w'), ...numbers('callers', 'jobs a call', "the article's", 'ours', '×')],
    enqueued.map(({ w, callers, batch, article, ours }) => [
      `${w}`,
      `${callers}`,
      `${batch}`,
      rate(spread(article)),
      rate(spread(ours)),
      ratio(ratios(ours, article)),
    ]),
  );
}
