import type { Effort, Level } from '../scenario.ts';
import { cursorVariant } from '../variant/cursor-variant.ts';
import { serverVariant } from '../variant/server-variant.ts';
import type { Slice } from '../variant/slice.ts';
import type { Variant } from '../variant/variant.ts';

/** A rate at which the variants are compared. */
export interface Part {
  /** Ticks a second. */
  readonly rate: number;
  /** The first is the one that the others are compared with. */
  readonly variants: readonly Variant[];
  /**
   * All variants listen to the same ticks at once, rather than in turn.
   *
   * At 1 tick a second a slice of a minute holds 60 ticks: in turn, three variants would take three minutes for what
   * one minute gives, and would not even be compared by the same ticks. Three tails that wait cost next to nothing
   * (ours some per cent of a core), so they don't delay one another. At 200 ticks/s, and with 50 cursors that wake up all at
   * once, they would: those go in turn.
   */
  readonly together: boolean;
  readonly rounds: number;
  readonly seconds: number;
}

/** A part's slices: `slices[round]` holds one of all variants together, or one of each in turn. */
export interface Measured {
  readonly part: Part;
  readonly slices: readonly (readonly Slice[])[];
}

/** Rounds and seconds for: 1/s together, 10/s together, 200/s in turn; then with many listeners, in turn. */
type Lengths = readonly [rounds: number, seconds: number][];

const LENGTHS: Record<Level, Lengths> = {
  quick: [
    [1, 40],
    [1, 12],
    [2, 3],
    [2, 6],
    [2, 3],
    [2, 3],
  ],
  normal: [
    [1, 150],
    [1, 60],
    [5, 6],
    [5, 15],
    [5, 6],
    [5, 6],
  ],
  full: [
    [1, 900],
    [1, 120],
    [10, 10],
    [10, 30],
    [10, 10],
    [10, 10],
  ],
};

const RATES = [1, 10, 200];
const MANY = 50;
/** mongod's own wait for a tailable cursor that asks for none. */
const DEFAULT_WAIT_MS = 1_000;

/** What the scenario measures, in order. */
export function parts({ level, seconds: given }: Effort): Part[] {
  return LENGTHS[level].map(([rounds, seconds], index) => {
    const rate = RATES[index % RATES.length]!;
    const many = index >= RATES.length;
    return {
      rate,
      variants: many ? [ours(MANY), cursors(MANY)] : [ours(1), defaultWait, cursors(1)],
      together: !many && rate < 100,
      rounds,
      seconds: given ?? seconds,
    };
  });
}

const ours = (listeners: number) => serverVariant({ name: 'ours', awaitMs: 20, listeners });
const defaultWait = serverVariant({ name: 'default wait', awaitMs: DEFAULT_WAIT_MS, listeners: 1 });
const cursors = (listeners: number) => cursorVariant({ name: 'a cursor a listener', listeners });
