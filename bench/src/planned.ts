import type { Effort, Level } from './scenario.ts';

/** The plan of a level, with slices of another length where one is asked for. */
export function planned<Plan extends { readonly seconds: number }>(
  plans: Readonly<Record<Level, Plan>>,
  { level, seconds }: Effort,
): Plan {
  return seconds === undefined ? plans[level] : { ...plans[level], seconds };
}
