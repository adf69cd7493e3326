import type { Effort, Level } from '../scenario.ts';
import { serverVariant } from '../variant/server-variant.ts';
import type { Slice } from '../variant/slice.ts';

/** Slices with so many publishers: `ours[n]` and `bare[n]` are neighbours in time. */
export interface Pairs {
  readonly publishers: number;
  readonly ours: readonly Slice[];
  readonly bare: readonly Slice[];
}

export const SUBSCRIBERS = 100;
/** Ticks of one insert. */
export const BATCH = 100;
export const PUBLISHERS = [1, 4];
export const OURS = serverVariant({ name: 'ours', awaitMs: 20, listeners: SUBSCRIBERS });

const PLANS: Record<Level, { rounds: number; seconds: number }> = {
  quick: { rounds: 3, seconds: 4 },
  normal: { rounds: 5, seconds: 10 },
  full: { rounds: 10, seconds: 20 },
};

/** How often each pair is measured, and for how long. */
export function plan({ level, seconds }: Effort): { rounds: number; seconds: number } {
  return { ...PLANS[level], ...(seconds !== undefined && { seconds }) };
}
