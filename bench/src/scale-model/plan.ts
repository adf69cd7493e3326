import { planned, type Rounds } from '../planned.ts';

/**
 * Numbers of clients, and rates, by which the coefficients are found. What a frame costs is found between low and high, near
 * to the rate that is asked for: in a server that is never idle it is less (8.9 µs at 50 a second, 10.3 at 20). What
 * a tick costs, and how ticks share frames, is found with few at the top, where there is enough of it to be measured.
 */
export const FITTED = { few: 1, many: 1_000, low: 2, high: 20, top: 100 } as const;
/** Rates at which the model is held against what is measured: with 1, 100 and 10 000; and with these, who may be too many at the first. */
export const CHECKED_RATES = { each: 10, most: 2 } as const;
/** Of one publisher, flat out: the topic's rate. */
export const FLAT_OUT = { clients: 100, publishers: 1, batch: 100 } as const;

/**
 * So many clients, and the rates at which they are served, one after the other: the highest first, since what the start and the
 * handshakes leave to be compiled and collected would be most of what is measured at the lowest.
 */
export interface Opening {
  readonly clients: number;
  readonly rates: readonly number[];
  /** Before the first of them, ticks a second: frames are many enough for the hot code, and not too many for anybody. */
  readonly warmUpRate: number;
  /** Whether the server is measured before anybody comes, too. */
  readonly empty?: true;
  /** Whether one publisher publishes as fast as it goes at last. */
  readonly flatOut?: true;
}

/** Everything that is opened in a round. What is fitted is not checked, and the reverse: see {@link isFitted}. */
export const OPENINGS: readonly Opening[] = [
  { clients: FITTED.few, rates: [FITTED.top, CHECKED_RATES.each, FITTED.low], warmUpRate: 100 },
  { clients: FLAT_OUT.clients, rates: [CHECKED_RATES.each], warmUpRate: 100, flatOut: true },
  { clients: FITTED.many, rates: [FITTED.high, FITTED.low], warmUpRate: 50, empty: true },
  { clients: 10_000, rates: [CHECKED_RATES.each, CHECKED_RATES.most], warmUpRate: 5 },
];

/** Whether the coefficients are made of what is measured there. */
export function isFitted({ clients, rate }: { readonly clients: number; readonly rate: number }): boolean {
  const { few, many, low, high, top } = FITTED;
  const rates: Readonly<Record<number, readonly number[]>> = { [few]: [low, top], [many]: [low, high] };
  return rates[clients]?.includes(rate) ?? false;
}

/** How often everything is measured, and for how long. */
export const plan = planned<Rounds>({
  quick: { rounds: 1, seconds: 2 },
  normal: { rounds: 3, seconds: 10 },
  full: { rounds: 5, seconds: 20 },
});
