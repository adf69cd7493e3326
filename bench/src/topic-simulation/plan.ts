import type { Effort, Level } from '../scenario.ts';

/** The article's simulation: 4 processes with 250 publishing users a second and 10 listeners each. */
export const SIMULATION = { processes: 4, users: 250, listeners: 10, resolutionMs: 1_000, delayMs: 1_000 };

/** How often it is played, and for how many slices of a second: 25 in the article. */
export interface Plan {
  readonly rounds: number;
  readonly iterations: number;
}

const PLANS: Record<Level, Plan> = {
  quick: { rounds: 1, iterations: 4 },
  normal: { rounds: 5, iterations: 25 },
  full: { rounds: 10, iterations: 25 },
};

/** The plan of a level; asked for slices of so many seconds, as many iterations. */
export function plan({ level, seconds }: Effort): Plan {
  return { ...PLANS[level], ...(seconds !== undefined && { iterations: Math.max(2, Math.round(seconds)) }) };
}
