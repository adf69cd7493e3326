import { planned } from '../planned.ts';

/** Numbers of listeners, and how they are measured. */
export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  /** Subscribers of our server. */
  readonly ours: readonly number[];
  /** Cursors, until they no longer keep up. */
  readonly cursors: readonly number[];
}

export const RATE = 10;

const MANY_CURSORS = [1, 10, 100, 400, 1_000, 3_000];

/** The plan of a level, with slices of another length where one is asked for. */
export const plan = planned<Plan>({
  quick: { rounds: 1, seconds: 2, ours: [1, 100, 1_000, 10_000], cursors: [1, 100, 1_000] },
  normal: { rounds: 5, seconds: 8, ours: [1, 10, 100, 1_000, 10_000], cursors: MANY_CURSORS },
  full: { rounds: 10, seconds: 20, ours: [1, 10, 100, 1_000, 10_000], cursors: MANY_CURSORS },
});
