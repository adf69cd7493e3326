import { planned } from '../planned.ts';

export interface Plan {
  /** Of ticks through the evaluator alone, and their CPU seconds in each shape. */
  readonly evaluations: { readonly rounds: number; readonly seconds: number };
  /** Of ticks through a server. */
  readonly rounds: number;
  readonly seconds: number;
  /** Alerts that fire. */
  readonly alerts: number;
}

export const plan = planned<Plan>({
  quick: { evaluations: { rounds: 5, seconds: 0.1 }, rounds: 1, seconds: 3, alerts: 15 },
  normal: { evaluations: { rounds: 5, seconds: 2 }, rounds: 5, seconds: 15, alerts: 200 },
  full: { evaluations: { rounds: 10, seconds: 5 }, rounds: 10, seconds: 30, alerts: 1_000 },
});
