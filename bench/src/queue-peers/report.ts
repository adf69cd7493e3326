import { cpuSum } from '../measure/cpu.ts';
import { spread } from '../measure/ratio.ts';
import { ALL_WAYS, type AnyWayName } from '../queue/peer-ways.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { rate, ratio, roundsNote } from '../report/figure.ts';
import { budgetLine } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { type Heat, type Plan, WORKERS } from './plan.ts';
import { peersPlot } from './plots.ts';
import { type Lap, lapsOf, peersStandings, ratesOf, times } from './standings.ts';

interface Measured {
  readonly plan: Plan;
  readonly laps: readonly Lap[];
  /** PostgreSQL's version, where there is one. */
  readonly postgres: string | undefined;
  /** Who could not be had, and why. */
  readonly absent: readonly string[];
}

const NOTE = `Jobs/s; jobs of a hundred characters, whose handler does nothing. *enqueue*: into an empty queue, by so many callers with one call
under way each. *full cycle*: claim, run, complete, by so many workers in one process, of jobs that wait. *×*: ours to the peer's, of the
same round. Peers are used by their public interface, on today's driver of MongoDB (mongodb-queue by a shim of its old callbacks), and set in
their favour: pg-boss by \`fetch\` and \`complete\`, since \`work\` sleeps half a second between fetches; agenda looks for jobs every 5 ms
rather than 5 s, and may lock twice as many as it runs. What calls handlers (agenda, graphile-worker) is held against our \`worker()\`,
which claims ahead; loops of claim and complete against ours, of one queue object, whose workers share commands. **Durability**: MongoDB with
w: majority, in the journals of two members of three; PostgreSQL, one server, flushed to its disk. mongodb-queue and agenda have no leases
that are fenced by a token; pg-boss keeps what is done, graphile-worker deletes it.`;

/** Tables, verdicts and raw numbers of what was measured. */
export function findings({ plan, laps, postgres, absent }: Measured): Findings {
  const standings = peersStandings(plan.heats, laps);
  const markdown = [
    NOTE,
    `Slices of ${plan.seconds} s. ${roundsNote(plan.rounds)}`,
    ...(postgres ? [`PostgreSQL ${postgres}.`] : []),
    ...absent.map((why) => `**Without** ${why}.`),
    ...plan.heats.flatMap((heat) => [`**${heat.name}**`, rates(heat, laps)]),
    ...standings.filter(({ kind }) => kind === 'budget').map(budgetLine),
    check(laps),
    `CPU seconds for 1 000 jobs, ${WORKERS.at(-1)} callers or workers:`,
    cpu(plan.heats, laps),
  ].join('\n\n');
  const raw = { postgres, seconds: plan.seconds, laps };
  return { markdown, raw, plots: [peersPlot(plan.heats, laps)], standings, absent };
}

function rates(heat: Heat, laps: readonly Lap[]): string {
  const columns = [...text('way'), ...numbers(...WORKERS.flatMap((clients) => [`${clients}`, '×']))];
  const rows = heat.contenders.map((contender) => [
    nameOf(heat, contender.way),
    ...WORKERS.flatMap((clients) => [
      rate(spread(ratesOf(lapsOf(laps, heat, contender.way, clients)))),
      contender.way === contender.against ? '' : ratio(times(laps, heat, contender, clients)),
    ]),
  ]);
  return table(columns, rows);
}

function nameOf({ shape }: Heat, way: AnyWayName): string {
  return shape === 'enqueue' && way === 'claim' ? 'ours' : ALL_WAYS[way].name;
}

function check(laps: readonly Lap[]): string {
  const worked = laps.filter(({ shape }) => shape === 'work');
  const wrong = worked.filter((lap) => lap.wrong.length > 0);
  if (wrong.length === 0)
    return `**Every job was completed exactly once**, in ${worked.length} slices: none twice, none lost.`;
  const ways = [...new Set(wrong.map(({ way }) => way))].map((way) => {
    const its = wrong.filter((lap) => lap.way === way);
    return `${ALL_WAYS[way].name}, in ${its.length} slices, such as: ${its[0]!.wrong.join(', ')}`;
  });
  return `**Not every job was completed exactly once**: ${ways.join('; ')}. Of all others each was.`;
}

function cpu(heats: readonly Heat[], laps: readonly Lap[]): string {
  const rows = heats.flatMap((heat) =>
    heat.contenders.map(({ way }) => {
      const its = lapsOf(laps, heat, way, WORKERS.at(-1)!);
      const jobs = its.reduce((sum, lap) => sum + lap.jobs, 0);
      const each = Object.entries(cpuSum(its.map((lap) => lap.cpu)));
      const perThousand = each.map(([name, seconds]) => [name, (1_000 * seconds) / (jobs || 1)] as const);
      return { cells: [heat.name, nameOf(heat, way)], cpu: Object.fromEntries(perThousand) };
    }),
  );
  return cpuTable(text('what', 'way'), rows);
}
