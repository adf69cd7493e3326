import { planned, type Rounds } from '../planned.ts';

export const CLIENTS = 1_000;
/** What `WORKERS` is in turn; the first is what the others are held against. */
export const WORKERS = [1, 2] as const;
/** Ticks published at once, and under way at most. */
export const LOAD = { burst: 1, inFlight: 32 } as const;

/** How often each number of workers is measured, and for how long. */
export const plan = planned<Rounds>({
  quick: { rounds: 3, seconds: 1 },
  normal: { rounds: 5, seconds: 10 },
  full: { rounds: 10, seconds: 20 },
});
