import { planned } from '../planned.ts';
import type { Effort, Level } from '../scenario.ts';

export const CLIENTS = 1_000;
/** What `WORKERS` is in turn; the first is what the others are held against. */
export const WORKERS = [1, 2] as const;
/** Ticks published at once, and under way at most. */
export const LOAD = { burst: 1, inFlight: 32 } as const;

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
}

const PLANS: Record<Level, Plan> = {
  quick: { rounds: 3, seconds: 1 },
  normal: { rounds: 5, seconds: 10 },
  full: { rounds: 10, seconds: 20 },
};

/** How often each number of workers is measured, and for how long. */
export function plan(effort: Effort): Plan {
  return planned(PLANS, effort);
}
