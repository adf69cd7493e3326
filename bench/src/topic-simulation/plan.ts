import { iterated } from '../planned.ts';

/** The article's simulation: 4 processes with 250 publishing users a second and 10 listeners each. */
export const SIMULATION = { processes: 4, users: 250, listeners: 10, resolutionMs: 1_000, delayMs: 1_000 };

/** The article has 25 iterations. */
export const plan = iterated({
  quick: { rounds: 1, iterations: 4 },
  normal: { rounds: 5, iterations: 25 },
  full: { rounds: 10, iterations: 25 },
});
