import { mosquitto } from '../peers/mosquitto.ts';
import { nats } from '../peers/nats.ts';
import type { Effort, Level } from '../scenario.ts';
import { brokerVariant } from '../variant/broker-variant.ts';
import { cursorVariant, directVariant } from '../variant/direct-variant.ts';
import { serverVariant } from '../variant/server-variant.ts';
import type { Slice } from '../variant/slice.ts';
import { socketIoVariant } from '../variant/socket-io-variant.ts';
import type { Variant } from '../variant/variant.ts';

/** Ticks a second, and for how long. */
export interface Rate {
  readonly rate: number;
  readonly seconds: number;
}

/** Rates at which the same variants are compared. */
export interface Part {
  readonly rates: readonly Rate[];
  /** The first is the one that the others are compared with. */
  readonly variants: readonly Variant[];
  /**
   * All variants at once, rather than in turn.
   *
   * At 1 tick a second a slice of a minute holds 60 ticks: in turn, eight variants would take eight minutes for what
   * one minute gives, and would not even be compared by the same ticks. Tails that wait cost next to nothing (ours some
   * per cent of a core), so they don't delay one another. At 100 ticks/s they would: those go in turn.
   */
  readonly together: boolean;
  readonly rounds: number;
  /** Slices at each rate that a round has, without anything being opened anew: pairs, where all are measured together. */
  readonly stretches: number;
  /**
   * Before the first slice. For fast rates at the fastest: a driver that meets 1 000 inserts a second with one connection
   * opens its whole pool at once, and ticks were a second late for as long as a slice of 3 s lasted.
   */
  readonly warmUp: Rate;
}

/** The slices at a rate: `slices[round]` holds one of all variants together, or one of each in turn. */
export interface Measured extends Rate {
  readonly part: Part;
  readonly slices: readonly (readonly Slice[])[];
}

/** Slow rates, together; then fast ones, in turn. */
interface Plan {
  readonly slow: { readonly stretches: number; readonly rates: readonly Rate[] };
  readonly fast: { readonly rounds: number; readonly rates: readonly Rate[] };
}

/** Seconds of a slice at 1, 10, 100 and 1 000 ticks/s; how many of the first two, and rounds of the others. */
const planOf = (
  seconds: readonly [number, number, number, number],
  { stretches, rounds }: { readonly stretches: number; readonly rounds: number },
): Plan => {
  const [one, ten, hundred, thousand] = seconds;
  return {
    slow: {
      stretches,
      rates: [
        { rate: 1, seconds: one },
        { rate: 10, seconds: ten },
      ],
    },
    fast: {
      rounds,
      rates: [
        { rate: 100, seconds: hundred },
        { rate: 1_000, seconds: thousand },
      ],
    },
  };
};

const PLANS: Record<Level, Plan> = {
  quick: planOf([3, 1, 1.5, 1.5], { stretches: 5, rounds: 1 }),
  normal: planOf([30, 12, 6, 6], { stretches: 5, rounds: 5 }),
  full: planOf([90, 12, 20, 20], { stretches: 10, rounds: 10 }),
};

/** mongod's own wait for a tailable cursor that asks for none. */
const DEFAULT_WAIT_MS = 1_000;

export const OURS = serverVariant({ name: 'ours', awaitMs: 20, listeners: 1 });
export const NO_WAKE = serverVariant({ name: 'no wake', awaitMs: 20, wake: 'off', listeners: 1 });
export const DEFAULT_WAIT = serverVariant({
  name: 'default wait',
  awaitMs: DEFAULT_WAIT_MS,
  wake: 'off',
  listeners: 1,
});
const PEERS = [
  cursorVariant(1),
  directVariant({ name: 'a change stream a listener', listeners: 1, entry: 'change-streams' }),
  socketIoVariant('Socket.IO', 1),
];

/** Peers that must be found on this machine. */
export const BROKERS = [nats, mosquitto];

/**
 * What the scenario measures, in order.
 *
 * @param brokers names of those that are here
 */
export function parts({ level, seconds: given }: Effort, brokers: ReadonlySet<string>): Part[] {
  const { slow, fast } = PLANS[level];
  const lengths = (rates: readonly Rate[]) =>
    rates.map(({ rate, seconds }) => ({ rate, seconds: given ?? seconds }));
  const here = BROKERS.filter(({ name }) => brokers.has(name)).map((kind) => brokerVariant(kind, 1));
  return [
    {
      rates: lengths(slow.rates),
      variants: [OURS, NO_WAKE, DEFAULT_WAIT, ...PEERS, ...here],
      together: true,
      rounds: 1,
      stretches: slow.stretches,
      warmUp: { rate: 50, seconds: 1 },
    },
    {
      rates: lengths(fast.rates),
      variants: [OURS, NO_WAKE, ...PEERS, ...here],
      together: false,
      rounds: fast.rounds,
      stretches: 1,
      warmUp: { rate: 1_000, seconds: 1 },
    },
  ];
}
