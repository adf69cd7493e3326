import { planned } from '../planned.ts';
import type { Effort, Level } from '../scenario.ts';

/** Numbers of clients, and rates, by which the coefficients are found. */
export const FITTED = { few: 1, many: 1_000, low: 2, high: 100 } as const;
/** Rates at which the model is held against what is measured: with 1, 100 and 10 000; and with these, who may be too many at the first. */
export const CHECKED_RATES = { each: 10, most: 2 } as const;
/** Of one publisher, flat out: the topic's rate. */
export const FLAT_OUT = { clients: 100, publishers: 1, batch: 100 } as const;

/** So many clients, and the rates at which they are served, one after the other. */
export interface Opening {
  readonly clients: number;
  readonly rates: readonly number[];
  /** Before the first of them, ticks a second: frames are many enough for the hot code, and not too many for anybody. */
  readonly warmUpRate: number;
  /** Whether one publisher publishes as fast as it goes at last. */
  readonly flatOut: boolean;
}

/** Everything that is opened in a round. What is fitted is not checked, and the reverse: see {@link isFitted}. */
export const OPENINGS: readonly Opening[] = [
  {
    clients: FITTED.few,
    rates: [FITTED.low, CHECKED_RATES.each, FITTED.high],
    warmUpRate: 100,
    flatOut: false,
  },
  { clients: FLAT_OUT.clients, rates: [CHECKED_RATES.each], warmUpRate: 100, flatOut: true },
  { clients: FITTED.many, rates: [FITTED.low, FITTED.high], warmUpRate: 50, flatOut: false },
  { clients: 10_000, rates: [CHECKED_RATES.most, CHECKED_RATES.each], warmUpRate: 5, flatOut: false },
];

/** Whether the coefficients are made of what is measured there. */
export function isFitted({ clients, rate }: { readonly clients: number; readonly rate: number }): boolean {
  const [numbers, rates] = [
    [FITTED.few, FITTED.many],
    [FITTED.low, FITTED.high],
  ];
  return numbers.includes(clients as never) && rates.includes(rate as never);
}

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
}

const PLANS: Record<Level, Plan> = {
  quick: { rounds: 1, seconds: 2 },
  normal: { rounds: 3, seconds: 10 },
  full: { rounds: 5, seconds: 20 },
};

/** How often everything is measured, and for how long. */
export function plan(effort: Effort): Plan {
  return planned(PLANS, effort);
}
