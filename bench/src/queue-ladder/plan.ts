import type { WriteConcern } from '../queue/way.ts';
import { type WayName, WAYS } from '../queue/ways.ts';
import type { Effort, Level } from '../scenario.ts';

export const WAITING = 100_000;
export const WORKERS = [1, 5, 25, 100];
export const WRITE_CONCERNS: readonly WriteConcern[] = [1, 'majority'];

/** What all the others are compared with. */
export const BASE: WayName = 'article';

/** Where all workers share a queue object, one claim is under way at a time, and strict order costs next to nothing. */
const STRICT_TOGETHER = new Set<WayName>(['claimStrict', 'claimManyStrict', 'workerStrict']);

export interface Plan {
  /** The rungs, from the article's method upwards. */
  readonly rungs: readonly WayName[];
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
const FEW = ALL.filter((way) => !STRICT_TOGETHER.has(way));

/** Some 4, 25 and 80 minutes. */
const PLANS: Record<Level, Plan> = {
  quick: { rungs: FEW, rounds: 1, seconds: 1, wakeUps: 50, idlePairs: 1, idleSeconds: 8 },
  normal: { rungs: ALL, rounds: 3, seconds: 2, wakeUps: 200, idlePairs: 3, idleSeconds: 10 },
  full: { rungs: ALL, rounds: 5, seconds: 6, wakeUps: 1_000, idlePairs: 5, idleSeconds: 30 },
};

export function plan({ level, seconds }: Effort): Plan {
  return { ...PLANS[level], ...(seconds !== undefined && { seconds }) };
}
