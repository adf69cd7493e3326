import type { AnyWayName } from '../queue/peer-ways.ts';
import type { SliceOrder } from '../queue/queue-stage.ts';
import { planned } from '../planned.ts';
import type { Effort } from '../scenario.ts';

/** Of a table: a contender, and which of ours it is held against. */
export interface Contender {
  readonly way: AnyWayName;
  /** Itself: it is one of ours. */
  readonly against: AnyWayName;
  /** It runs on PostgreSQL. */
  readonly postgres?: true;
}

export interface Heat extends Pick<SliceOrder, 'shape' | 'batch'> {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly waiting: number;
}

export interface Plan {
  readonly heats: readonly Heat[];
  readonly rounds: number;
  readonly seconds: number;
}

export const WORKERS = [1, 25];
const BATCH = 100;

const ours = (way: AnyWayName): Contender => ({ way, against: way });

/** Those whose workers are loops of "claim, complete" against ours that are; those who call a handler against `worker()`. */
const SINGLES: readonly Contender[] = [
  ours('claim'),
  { way: 'mongodbQueue', against: 'claim' },
  { way: 'pgBoss', against: 'claim', postgres: true },
  ours('worker'),
  { way: 'agenda', against: 'worker' },
  { way: 'graphileWorker', against: 'worker', postgres: true },
];

const ENQUEUE: readonly Contender[] = [
  ours('claim'),
  { way: 'mongodbQueue', against: 'claim' },
  { way: 'agenda', against: 'claim' },
  { way: 'pgBoss', against: 'claim', postgres: true },
  { way: 'graphileWorker', against: 'claim', postgres: true },
];

const HEATS: readonly (Omit<Heat, 'waiting'> & { readonly waiting: keyof Waiting })[] = [
  { name: 'enqueue', shape: 'enqueue', batch: 1, contenders: ENQUEUE, waiting: 'none' },
  {
    name: `enqueue, ${BATCH} a call`,
    shape: 'enqueue',
    batch: BATCH,
    contenders: ENQUEUE.filter(({ way }) => way !== 'agenda'),
    waiting: 'none',
  },
  { name: 'full cycle', shape: 'work', batch: 1, contenders: SINGLES, waiting: 'few' },
  {
    name: `full cycle, ${BATCH} a claim`,
    shape: 'work',
    batch: BATCH,
    contenders: [ours('claimMany'), { way: 'pgBossMany', against: 'claimMany', postgres: true }],
    waiting: 'many',
  },
];

/** More than the fastest takes in a slice: single jobs, and batches. */
interface Waiting {
  readonly none: 0;
  readonly few: number;
  readonly many: number;
}

const lengths = planned<Omit<Plan, 'heats'> & { readonly waiting: Waiting }>({
  quick: { rounds: 5, seconds: 0.15, waiting: { none: 0, few: 2_000, many: 10_000 } },
  normal: { rounds: 5, seconds: 3, waiting: { none: 0, few: 5_000, many: 20_000 } },
  full: { rounds: 10, seconds: 10, waiting: { none: 0, few: 5_000, many: 20_000 } },
});

/** @param postgres whether there is one: without it the peers that need it are left out */
export function plan(effort: Effort, postgres: boolean): Plan {
  const { waiting, ...rest } = lengths(effort);
  const heats = HEATS.map((heat) => {
    const contenders = heat.contenders.filter((each) => postgres || !each.postgres);
    return Object.assign({}, heat, { contenders, waiting: waiting[heat.waiting] });
  });
  return { ...rest, heats };
}
