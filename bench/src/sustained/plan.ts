import { planned } from '../planned.ts';
import { serverVariant } from '../variant/server-variant.ts';
import type { Slice } from '../variant/slice.ts';

/** Slices with so many publishers: `ours[n]` and `bare[n]` are of the same round. */
export interface Pairs {
  readonly publishers: number;
  readonly ours: readonly Slice[];
  readonly bare: readonly Slice[];
}

export const SUBSCRIBERS = 100;
/** Ticks of one insert. */
export const BATCH = 100;
export const PUBLISHERS = [1, 2, 4, 8];
export const OURS = serverVariant({ name: 'ours', awaitMs: 20, listeners: SUBSCRIBERS });

/** How often each pair is measured, and for how long. */
export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  /** For a server that has just started to have its hot code compiled. */
  readonly warmUpSeconds: number;
}

/** The plan of a level, with slices of another length where one is asked for. */
export const plan = planned<Plan>({
  quick: { rounds: 5, seconds: 0.6, warmUpSeconds: 0.5 },
  normal: { rounds: 5, seconds: 5, warmUpSeconds: 2 },
  full: { rounds: 10, seconds: 20, warmUpSeconds: 2 },
});
