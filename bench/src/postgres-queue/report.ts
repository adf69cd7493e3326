import { cpuSum } from '../measure/cpu.ts';
import { spread } from '../measure/ratio.ts';
import { ALL_WAYS } from '../queue/peer-ways.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { rate, ratio, roundsNote, whole } from '../report/figure.ts';
import { budgetLine } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { PgbenchRates } from './pgbench.ts';
import { CLIENTS, type Contest } from './plan.ts';
import { postgresPlot } from './plots.ts';
import { type Contested, type End, ENDS, nameOf, postgresStandings, ratesOf, timesOf } from './standings.ts';

interface Measured {
  readonly version: string;
  readonly contested: readonly Contested[];
  readonly pgbench: PgbenchRates | undefined;
}

const NOTE = `${CLIENTS} clients, each with one call under way, in a process of their own (both together: two processes), until the time
is up or none waits. Jobs carry a hundred
characters. *PostgreSQL*: the article's table, an index on the time, the identifier as its key; \`INSERT\`, and \`DELETE … FOR UPDATE SKIP LOCKED …
RETURNING\`, by node's \`pg\` with prepared statements; one server. *Ours*: \`enqueue\`, then \`claim\` and \`complete\`, of one queue object,
on three members. **These are not the same promise**: the article's DELETE forgets a job as it is handed out, so that what a worker held when
it died is lost; ours leases it, completes it by a second write, runs it again where its worker dies, and has it on two machines before it
says so. *Claimed first*: PostgreSQL marks a job and deletes it when it is done, which is nearer to ours. *None claimed*: MongoDB does as the
article does, \`findOneAndDelete\`. **Durability** of w: majority: PostgreSQL \`synchronous_commit = on\`: flushed to one disk; ours: in
the journal of two members out of three, no disk can lose it alone. Of w: 1: PostgreSQL \`synchronous_commit = off\`, ours \`w: 1\`: what
the last tenths of a second wrote may be lost. *×*: ours to PostgreSQL's, of neighbouring slices.`;

const PUBLISHED = `*Published*: Implementing Queues in PostgreSQL, part 1 (C. Bussler, 2022): pgbench, ${CLIENTS} clients, PostgreSQL 13, a laptop with an
i7-8565U; 60 s alone, 300 s together.`;

const NO_PGBENCH = 'pgbench is not to be had here: the PostgreSQL that was found comes without';

/** What is said where there is no PostgreSQL. */
export function absent(missing: readonly string[]): Findings {
  return {
    markdown: `Not measured. ${missing.join('. ')}.`,
    raw: {},
    plots: [],
    standings: [],
    absent: missing,
  };
}

/** Tables, plot, standings and raw numbers of what was measured. */
export function findings({ version, contested, pgbench }: Measured): Findings {
  const standings = postgresStandings(contested);
  const markdown = [
    `PostgreSQL ${version}.`,
    NOTE,
    `${PUBLISHED} Here, of each side: ${lengths(contested)}. ${roundsNote(contested[0]!.postgres.length)}`,
    rates(contested, pgbench),
    pgbench ? '' : `${NO_PGBENCH}: that column is empty.`,
    ...standings.filter(({ kind }) => kind === 'budget').map(budgetLine),
    check(contested),
    'CPU seconds for 1 000 jobs, enqueued and dequeued together where both are done; a vacuum is not counted:',
    cpu(contested),
  ];
  const raw = { postgres: version, pgbench, contested };
  return {
    markdown: markdown.filter((part) => part !== '').join('\n\n'),
    raw,
    plots: [postgresPlot(contested)],
    standings,
    absent: pgbench ? [] : [NO_PGBENCH],
  };
}

const LENGTHS = { alone: 'alone', together: 'both together', look: 'the rows below these' };

/** "alone 5 × 12 s, both together 5 × 60 s": how long slices were. */
function lengths(contested: readonly Contested[]): string {
  const said = contested.map(
    ({ contest, postgres }) => `${LENGTHS[contest.length]} ${postgres.length} × ${postgres[0]!.seconds} s`,
  );
  return [...new Set(said)].join(', ');
}

function rates(contested: readonly Contested[], pgbench: PgbenchRates | undefined): string {
  const columns = [
    ...text('what', 'w'),
    ...numbers('PostgreSQL', 'ours', '×', 'pgbench', 'published'),
    ...text('by'),
  ];
  const rows = contested.flatMap((one) =>
    (['enqueued', 'worked'] as const).flatMap((end) => {
      const { contest, postgres, mongodb } = one;
      const [theirs, ours] = [ratesOf(postgres, end), ratesOf(mongodb, end)];
      if (theirs.length === 0) return [];
      const published = contest.published?.[end];
      return [
        [
          nameOf(contest, end),
          `${contest.w}`,
          rate(spread(theirs)),
          rate(spread(ours)),
          ratio(timesOf(one, end)),
          published && pgbench ? whole(pgbenchOf(contest, end, pgbench)) : '',
          published ? whole(published) : '',
          end === 'enqueued' ? 'ours: enqueue' : ALL_WAYS[contest.mongodb].name,
        ],
      ];
    }),
  );
  return table(columns, rows);
}

function pgbenchOf({ shape }: Contest, end: End, { together, ...alone }: PgbenchRates): number {
  return (shape === 'both' ? together : alone)[ENDS[end]];
}

function check(contested: readonly Contested[]): string {
  const slices = contested.flatMap(({ postgres, mongodb }) => [...postgres, ...mongodb]);
  const worked = slices.filter(({ shape }) => shape !== 'enqueue');
  const wrong = worked.filter((slice) => slice.wrong.length > 0);
  if (wrong.length === 0)
    return `**Every job was completed exactly once**, in ${worked.length} slices: none twice, none lost.`;
  const what = wrong.map((slice) => `${ALL_WAYS[slice.way].name}, ${slice.shape}: ${slice.wrong.join(', ')}`);
  return `**Not every job was completed exactly once**: ${[...new Set(what)].join('; ')}.`;
}

function cpu(contested: readonly Contested[]): string {
  const rows = contested.flatMap(({ contest, ...sides }) =>
    (['postgres', 'mongodb'] as const).map((side) => {
      const slices = sides[side];
      const jobs = slices.reduce((sum, slice) => sum + slice.jobs, 0);
      const each = Object.entries(cpuSum(slices.map((slice) => slice.cpu)))
        .filter(([name]) => (name === 'postgres') === (side === 'postgres') || name.endsWith('ers'))
        .map(([name, seconds]) => [name, (1_000 * seconds) / jobs] as const);
      return { cells: [contest.name, `${contest.w}`, side], cpu: Object.fromEntries(each) };
    }),
  );
  return cpuTable(text('what', 'w', 'side'), rows);
}
