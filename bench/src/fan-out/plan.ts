import { planned, type Rounds } from '../planned.ts';

export const CLIENTS = 1_000;

/** How ticks come. */
export interface Load {
  /** For reports: "bursts of 10". */
  readonly name: string;
  /** Ticks published at once. */
  readonly burst: number;
  /** Ticks under way at most: enough that nobody waits for the publisher, few enough that nobody's buffers fill. */
  readonly inFlight: number;
  /** The same where a tick comes by MongoDB: it is under way for 15 ms before anybody can send it. */
  readonly byMongo: number;
}

export const LOADS: readonly Load[] = [
  { name: 'single ticks', burst: 1, inFlight: 8, byMongo: 32 },
  { name: 'bursts of 10', burst: 10, inFlight: 40, byMongo: 160 },
  { name: 'bursts of 100', burst: 100, inFlight: 100, byMongo: 400 },
];

/** How often each way is measured under each load, and for how long: a slice that has begun its last burst ends it. */
export const plan = planned<Rounds>({
  quick: { rounds: 5, seconds: 0.25 },
  normal: { rounds: 5, seconds: 3 },
  full: { rounds: 10, seconds: 8 },
});
