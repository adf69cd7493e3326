import { planned } from '../planned.ts';

/** Who reads all, and who does not. */
export const HONEST = 100;
export const SLOW = { sipping: 5, deaf: 5 };
/** Ticks a second, and of one insert. */
export const RATE = 2_000;
export const BATCH = 20;

export interface Plan {
  /** Pairs of slices, with slow ones and without. */
  readonly pairs: number;
  readonly seconds: number;
}

export const plan = planned<Plan>({
  quick: { pairs: 5, seconds: 1.5 },
  normal: { pairs: 5, seconds: 15 },
  full: { pairs: 10, seconds: 30 },
});
