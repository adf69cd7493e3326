import type { AnyWayName } from '../queue/peer-ways.ts';
import type { SliceOrder } from '../queue/queue-stage.ts';
import type { WriteConcern } from '../queue/way.ts';
import type { Effort, Level } from '../scenario.ts';

/** The article's. */
export const CLIENTS = 15;
export const BATCH = 100;

/** What is compared: one side on PostgreSQL, one on MongoDB, with the same clients, jobs and batch. */
export interface Contest {
  readonly name: string;
  readonly shape: SliceOrder['shape'];
  readonly batch: number;
  readonly w: WriteConcern;
  readonly postgres: AnyWayName;
  readonly mongodb: AnyWayName;
  /** The article's own figures, where it has some: enqueued, dequeued. */
  readonly published?: { readonly enqueued?: number; readonly worked?: number };
  /** As long as the article's main ones, or a look. */
  readonly length: 'alone' | 'together' | 'look';
}

export interface Plan {
  readonly contests: readonly Contest[];
  readonly rounds: number;
  readonly waiting: number;
  /** Seconds of a slice, by the contest's length. */
  readonly seconds: Readonly<Record<Contest['length'], number>>;
  /** Seconds of pgbench, for each of its three loads. */
  readonly pgbenchSeconds: number;
}

const durable = { w: 'majority' } as const;
const article = { ...durable, postgres: 'skipLocked', mongodb: 'claim', batch: 1 } as const;
const many = { ...durable, postgres: 'skipLockedMany', mongodb: 'claimMany', batch: BATCH } as const;
const look = { length: 'look' } as const;

const CONTESTS: readonly Contest[] = [
  { ...article, name: 'enqueue alone', shape: 'enqueue', length: 'alone', published: { enqueued: 19_074 } },
  { ...article, name: 'dequeue alone', shape: 'work', length: 'alone', published: { worked: 4_812 } },
  {
    ...article,
    name: 'both together',
    shape: 'both',
    length: 'together',
    published: { enqueued: 6_634, worked: 2_748 },
  },
  { ...many, ...look, name: `enqueue alone, ${BATCH} a call`, shape: 'enqueue' },
  { ...many, ...look, name: `dequeue alone, ${BATCH} a call`, shape: 'work' },
  { ...article, ...look, name: 'dequeue alone, claimed first', shape: 'work', postgres: 'skipLockedClaim' },
  {
    ...many,
    ...look,
    name: `dequeue alone, claimed first, ${BATCH} a call`,
    shape: 'work',
    postgres: 'skipLockedClaimMany',
  },
  { ...article, ...look, name: 'dequeue alone, none claimed', shape: 'work', mongodb: 'findAndDelete' },
];

const RELAXED = CONTESTS.filter(({ length }) => length !== 'together').map(
  ({ name, shape, batch, postgres, mongodb }): Contest => {
    return { name, shape, batch, postgres, mongodb, w: 1, length: 'look' };
  },
);

/** The article has 60 s alone and 300 s together: as many, in five slices each. Quick: 4 s and 9 s. */
const PLANS: Record<Level, Plan> = {
  quick: {
    contests: CONTESTS,
    rounds: 5,
    waiting: 15_000,
    seconds: { alone: 0.8, together: 1.8, look: 0.3 },
    pgbenchSeconds: 1,
  },
  normal: {
    contests: [...CONTESTS, ...RELAXED],
    rounds: 5,
    waiting: 100_000,
    seconds: { alone: 12, together: 60, look: 4 },
    pgbenchSeconds: 10,
  },
  full: {
    contests: [...CONTESTS, ...RELAXED],
    rounds: 10,
    waiting: 100_000,
    seconds: { alone: 12, together: 60, look: 6 },
    pgbenchSeconds: 60,
  },
};

export function plan({ level, seconds }: Effort): Plan {
  const planned = PLANS[level];
  if (seconds === undefined) return planned;
  return {
    ...planned,
    seconds: { alone: seconds, together: seconds, look: seconds },
    pgbenchSeconds: seconds,
  };
}
