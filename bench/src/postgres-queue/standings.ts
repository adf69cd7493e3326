import { cpuSum } from '../measure/cpu.ts';
import { ratios, type Spread } from '../measure/ratio.ts';
import { POSTGRES } from '../postgres/postgres-cpu.ts';
import { ALL_WAYS } from '../queue/peer-ways.ts';
import type { QueueSlice } from '../queue/queue-stage.ts';
import { ratio } from '../report/figure.ts';
import { THREE_MEMBERS } from '../report/reason.ts';
import { beside, budget, type Standing } from '../report/standing.ts';
import { BATCH, type Contest } from './plan.ts';

/** A contest's slices: `postgres[n]` and `mongodb[n]` are neighbours in time. */
export interface Contested {
  readonly contest: Contest;
  readonly postgres: QueueSlice[];
  readonly mongodb: QueueSlice[];
}

/** Which end of the queue a row is of. */
export const ENDS = { enqueued: 'enqueue', worked: 'dequeue' } as const;
export type End = keyof typeof ENDS;

const MEMBERS = ['primary', 'secondary A', 'secondary B'];

/** Jobs a second of one end of the slices. */
export function ratesOf(slices: readonly QueueSlice[], end: End): number[] {
  return slices.flatMap((slice) => (slice[end] === null ? [] : [slice[end]]));
}

/** Ours to PostgreSQL's, of neighbouring slices. */
export function timesOf({ postgres, mongodb }: Contested, end: End): Spread {
  return ratios(ratesOf(mongodb, end), ratesOf(postgres, end));
}

/** What a row is of. */
export function nameOf({ name, shape }: Contest, end: End): string {
  return shape === 'both' ? `${name}: ${ENDS[end]}` : name;
}

/** The budget of DESIGN section 8, and every row beside PostgreSQL. */
export function postgresStandings(contested: readonly Contested[]): Standing[] {
  const batches = contested.filter(
    ({ contest: { batch, shape, w } }) => batch === BATCH && shape === 'work' && w !== 1,
  );
  return [
    ...batches.map((one) => {
      const times = timesOf(one, 'worked');
      return budget({
        what: `jobs/s claimed and completed, batches of ${BATCH}`,
        goal: `≥ ${ALL_WAYS[one.contest.postgres].name}, same durability`,
        measured: `${ratio(times)} ×`,
        met: times.median >= 1,
        reason: reasonOf(one),
      });
    }),
    ...contested.flatMap((one) =>
      (['enqueued', 'worked'] as const)
        .filter((end) => ratesOf(one.postgres, end).length > 0)
        .map((end) =>
          beside({
            what: `jobs/s, ${nameOf(one.contest, end)}, w: ${one.contest.w}`,
            peer: end === 'enqueued' ? 'PostgreSQL' : ALL_WAYS[one.contest.postgres].name,
            times: timesOf(one, end),
            reason: reasonOf(one),
          }),
        ),
    ),
  ];
}

/** The CPU that a job takes on either side, of this very run. */
function reasonOf({ postgres, mongodb }: Contested): string {
  const ours = MEMBERS.map((member) => perThousand(mongodb, member));
  return `${THREE_MEMBERS} CPU for 1 000 jobs: ${ours.join(' + ')} s of our members, ${perThousand(postgres, POSTGRES)} s of PostgreSQL.`;
}

function perThousand(slices: readonly QueueSlice[], process: string): string {
  const jobs = slices.reduce((sum, slice) => sum + slice.jobs, 0);
  const used = cpuSum(slices.map(({ cpu }) => cpu))[process] ?? 0;
  return ((1_000 * used) / (jobs || 1)).toFixed(2);
}
