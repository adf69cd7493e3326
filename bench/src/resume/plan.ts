import type { Effort, Level } from '../scenario.ts';

/** Ticks a second. */
export const RATE = 200;
/** How long clients are away, in seconds. */
export const ABSENCES = [1, 10, 60];
/**
 * How many come back at once, how long they are away, and ticks of an insert meanwhile: single ones would be 200 000
 * frames a second for them, and two cores would be full before anybody comes back.
 */
export const CROWD = { clients: 1_000, awaySeconds: 10, batch: 10 };

export interface Plan {
  /** Clients that are away for each of the times, one by one. */
  readonly clients: number;
  /** How often the crowd comes back, with what it had and anew. */
  readonly pairs: number;
}

const PLANS: Record<Level, Plan> = {
  quick: { clients: 20, pairs: 1 },
  normal: { clients: 50, pairs: 5 },
  full: { clients: 200, pairs: 10 },
};

export function plan({ level }: Effort): Plan {
  return PLANS[level];
}
