import type { Effort, Level } from './scenario.ts';

type Plans<Plan> = Readonly<Record<Level, Plan>>;

/** How often something is measured. */
export interface Rounds {
  readonly rounds: number;
  /** Length of a slice. */
  readonly seconds: number;
}

/** How often an article's simulation is played, and for how many slices of a second. */
export interface Iterations {
  readonly rounds: number;
  readonly iterations: number;
}

/** Gives the plan of a level, with slices of another length where one is asked for. */
export function planned<Plan extends { readonly seconds: number }>(
  plans: Plans<Plan>,
): (effort: Effort) => Plan {
  return ({ level, seconds }) => (seconds === undefined ? plans[level] : { ...plans[level], seconds });
}

/** Gives the plan of a level; asked for slices of so many seconds, as many iterations. */
export function iterated(plans: Plans<Iterations>): (effort: Effort) => Iterations {
  return ({ level, seconds }) =>
    seconds === undefined ? plans[level] : { ...plans[level], iterations: Math.max(2, Math.round(seconds)) };
}
