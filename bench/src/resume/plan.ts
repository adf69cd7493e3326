import type { Effort, Level } from '../scenario.ts';

/** Ticks a second. */
export const RATE = 200;
/**
 * How many come back at once, and ticks of an insert meanwhile: single ones would be 200 000 frames a second for them, and
 * two cores would be full before anybody comes back.
 */
export const CROWD = { clients: 1_000, batch: 10 };

export interface Plan {
  /** Clients that are away for each of the times, one by one. */
  readonly clients: number;
  /** How long they are away, in seconds: each for one of these. */
  readonly absences: readonly number[];
  /** How often the crowd comes back, with what it had and anew. */
  readonly pairs: number;
  /** How long it is away, in seconds. */
  readonly crowdSeconds: number;
}

const PLANS: Record<Level, Plan> = {
  quick: { clients: 20, absences: [1, 10, 20], pairs: 1, crowdSeconds: 5 },
  normal: { clients: 50, absences: [1, 10, 60], pairs: 5, crowdSeconds: 10 },
  full: { clients: 200, absences: [1, 10, 60], pairs: 10, crowdSeconds: 10 },
};

export function plan({ level }: Effort): Plan {
  return PLANS[level];
}
