import { cpuSum } from '../measure/cpu.ts';
import type { WriteConcern } from '../queue/way.ts';
import { type WayName, WAYS } from '../queue/ways.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { fewPairs, rate, ratio, roundsNote, verdict, whole } from '../report/figure.ts';
import { budget, type Standing } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Cell } from './cell.ts';
import { BASE, type Plan, WAITING, WRITE_CONCERNS } from './plan.ts';
import { cellsAt, type Place, rateAt, timesBase } from './rates.ts';

/** Why it gains less beside many workers: the table of CPU shows it. */
const FULL =
  'One worker of the article’s leaves the machine idle for most of its time, many fill it; ours, a hundred at a time, fills it alone. ' +
  'What remains between them is the CPU that a job takes.';

/** The budget: times the article's method with its index. */
const BUDGET = 10;
/** Workers of whose cells the table of CPU seconds is. */
const CPU_WORKERS = 25;

const NOTE = `Jobs/s claimed and completed, each counted once, from the first claim sent to the last completion acknowledged, in whole
cycles: what was claimed when the time was up is completed, and counts. At the start of every cell ${whole(WAITING)} jobs wait (payloads of
a hundred characters) and nothing else is there. All workers of a cell are in one process, which is not the bench's, and share a
connection pool. *×*: to \`${WAYS[BASE].name}\`, of the same round. The article's ways are written as it has them, with the driver's
defaults (retryable writes); those with its indexes have all three. Batches: find ids by hint → \`updateMany\` with a token → find what
has it → \`updateMany\`. *Ours*: the public interface of \`Queue\`, with all its indexes, leases and tokens. Its workers share one
queue object, as they should in a process, and so their commands; *apart*: each worker has one of its own, as if it were a
process of its own. \`worker()\`: each with a handler that does nothing, holding up to 100 jobs.`;

/** The ladder: a table for each write concern, the check, the budget. */
export function ladderReport({ rungs, rounds }: Plan, cells: readonly Cell[]): string[] {
  return [
    NOTE,
    roundsNote(rounds),
    ...WRITE_CONCERNS.flatMap((w) => [`**w: ${w}**`, ladderTable(rungs, cells, w)]),
    check(cells),
    ...cutOffNote(rungs, cells),
    ...ladderStandings(cells).map(({ what, against, measured, verdict: word }) =>
      verdict(against, `${what}: ${measured}`, word !== 'behind'),
    ),
    singles(cells),
    `CPU seconds for 1 000 jobs, ${CPU_WORKERS} workers:`,
    cpu(rungs, cells),
  ];
}

function ladderTable(rungs: readonly WayName[], cells: readonly Cell[], w: WriteConcern): string {
  const columns = [...text('way'), ...numbers(...workersOf(cells).flatMap((workers) => [`${workers}`, '×']))];
  const rows = rungs.map((way) => [
    WAYS[way].name,
    ...workersOf(cells).flatMap((workers) => {
      const place = { way, w, workers };
      return [rate(rateAt(cells, place)), way === BASE ? '' : times(cells, place)];
    }),
  ]);
  return table(columns, rows);
}

/** Whether every job of every cell was completed exactly once. */
function check(cells: readonly Cell[]): string {
  const wrong = cells.filter((cell) => cell.wrong.length > 0);
  const jobs = whole(cells.reduce((sum, { done }) => sum + done.completed, 0));
  if (wrong.length === 0)
    return `**Every job was completed exactly once**: ${jobs} jobs in ${cells.length} cells, none twice, none lost.`;
  const what = wrong.map(({ way, w, workers, wrong: why }) => {
    return `${WAYS[way].name}, w: ${w}, ${workers} workers: ${why.join(', ')}`;
  });
  return `**Not every job was completed exactly once**: ${what.join('; ')}.`;
}

function cutOffNote(rungs: readonly WayName[], cells: readonly Cell[]): string[] {
  const places = WRITE_CONCERNS.flatMap((w) =>
    workersOf(cells).flatMap((workers) => rungs.map((way) => ({ way, w, workers }))),
  );
  const said = places.flatMap((place) => {
    const [cutOff, completed] = [sum(cells, place, 'cutOff'), sum(cells, place, 'completed')];
    const where = `${WAYS[place.way].name}, ${place.workers} workers, w: ${place.w}`;
    return cutOff > 0 ? [`${where}: ${whole(cutOff)} (${whole(completed)})`] : [];
  });
  if (said.length === 0) return [];
  return [
    `Claims that had not come to their end after twice the time were broken off; so many (and so many jobs were completed): ${said.join('; ')}.`,
  ];
}

function sum(cells: readonly Cell[], place: Place, what: 'completed' | 'cutOff'): number {
  return cellsAt(cells, place).reduce((total, { done }) => total + done[what], 0);
}

/** The budget, for workers that share a queue and for those that do not. */
export function ladderStandings(cells: readonly Cell[]): Standing[] {
  return [
    standing(cells, 'claimMany', '`claimMany(100)`'),
    standing(cells, 'claimManyApart', '`claimMany(100)`, each worker with a queue of its own'),
  ];
}

function standing(cells: readonly Cell[], way: WayName, what: string): Standing {
  const places = WRITE_CONCERNS.flatMap((w) => workersOf(cells).map((workers) => ({ way, w, workers })));
  const said = WRITE_CONCERNS.map((w) => `w: ${w} ${perWorkers((workers) => ({ way, w, workers }), cells)}`);
  return budget({
    what,
    goal: `claim + complete ≥ ${BUDGET} × the article's method with its index, same write concern`,
    measured: said.join('; ') + fewPairs(timesBase(cells, places[0]!)),
    met: places.every((place) => timesBase(cells, place).median >= BUDGET),
    reason: FULL,
  });
}

function singles(cells: readonly Cell[]): string {
  const said = (way: WayName) =>
    WRITE_CONCERNS.map((w) => `w: ${w} ${perWorkers((workers) => ({ way, w, workers }), cells)}`).join('; ');
  return `Single claims of ours against the article's with its indexes: ${said('claim')}. Apart: ${said('claimApart')}.`;
}

/** How many workers there were, in turn. */
function workersOf(cells: readonly Cell[]): number[] {
  return [...new Set(cells.map(({ workers }) => workers))];
}

function perWorkers(place: (workers: number) => Place, cells: readonly Cell[]): string {
  return workersOf(cells)
    .map((workers) => `${times(cells, place(workers))} with ${workers}`)
    .join(', ');
}

function times(cells: readonly Cell[], place: Place): string {
  return ratio(timesBase(cells, place));
}

function cpu(rungs: readonly WayName[], cells: readonly Cell[]): string {
  const rows = WRITE_CONCERNS.flatMap((w) =>
    rungs.map((way) => {
      const place = { way, w, workers: CPU_WORKERS };
      const jobs = sum(cells, place, 'completed');
      const all = cpuSum(cellsAt(cells, place).map((cell) => cell.cpu));
      const each = Object.entries(all).map(([name, seconds]) => [name, (1_000 * seconds) / jobs] as const);
      return { cells: [WAYS[way].name, String(w)], cpu: jobs > 0 ? Object.fromEntries(each) : {} };
    }),
  );
  return cpuTable([...text('way', 'w')], rows);
}
