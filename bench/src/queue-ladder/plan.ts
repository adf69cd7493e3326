import type { WriteConcern } from '../queue/way.ts';
import { type WayName, WAYS } from '../queue/ways.ts';
import { planned } from '../planned.ts';

export const WAITING = 100_000;
export const WRITE_CONCERNS: readonly WriteConcern[] = [1, 'majority'];

/** What all the others are compared with. */
export const BASE: WayName = 'article';

export interface Plan {
  /** The rungs, from the article's method upwards. */
  readonly rungs: readonly WayName[];
  /** How many workers there are, in turn. */
  readonly workers: readonly number[];
  /** Of the whole ladder: neighbours within a round are neighbours in time. */
  readonly rounds: number;
  /** Of a cell of the ladder. */
  readonly seconds: number;
  /** Jobs by which the wake-up is measured. */
  readonly wakeUps: number;
  /** Pairs of stretches with idle workers and without, and the length of each. */
  readonly idlePairs: number;
  readonly idleSeconds: number;
}

const ALL = Object.keys(WAYS) as WayName[];
/** The article's, without its index and with it, and ours. */
const ENDS: readonly WayName[] = [
  'noIndex',
  'article',
  'claim',
  'claimMany',
  'worker',
  'claimApart',
  'claimManyApart',
];
const WORKERS = [1, 5, 25, 100];

export const plan = planned<Plan>({
  quick: {
    rungs: ENDS,
    workers: [1, 25],
    rounds: 1,
    seconds: 0.5,
    wakeUps: 30,
    idlePairs: 1,
    idleSeconds: 4,
  },
  normal: {
    rungs: ALL,
    workers: WORKERS,
    rounds: 3,
    seconds: 2,
    wakeUps: 200,
    idlePairs: 3,
    idleSeconds: 10,
  },
  full: {
    rungs: ALL,
    workers: WORKERS,
    rounds: 5,
    seconds: 6,
    wakeUps: 1_000,
    idlePairs: 5,
    idleSeconds: 30,
  },
});
