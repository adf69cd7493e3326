import { ratios, type Spread } from '../measure/ratio.ts';
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

const REASON = `${THREE_MEMBERS} And a write is dearer to one member already than to PostgreSQL: the scenario’s table of CPU says by how much.`;

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

/** The budget, and every row beside PostgreSQL. */
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
        reason: REASON,
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
            reason: REASON,
          }),
        ),
    ),
  ];
}
