import { randomInt } from 'node:crypto';

const VARIABLE = 'TICKER_WORKER';

/** Which worker a process is. */
export interface Place {
  /** From 1 on; one that takes a dead worker's place has its number. */
  readonly number: number;
  /** How many there are (`WORKERS`). */
  readonly of: number;
  /** Tells whom to read from among equals: workers next to each other read different members. */
  readonly seat: number;
}

/** The places of so many workers. They begin at a random seat, since there may be other machines with workers. */
export function places(of: number): Place[] {
  const first = randomInt(2 ** 30);
  return Array.from({ length: of }, (_, index) => ({ number: index + 1, of, seat: first + index }));
}

/** What a worker's environment has more than ours. */
export function environmentOf({ number, of, seat }: Place): Record<string, string> {
  return { [VARIABLE]: [number, of, seat].join() };
}

/** The place of the process that has this environment; undefined: it is no worker. */
export function placeIn(environment: NodeJS.ProcessEnv): Place | undefined {
  const { [VARIABLE]: text } = environment;
  if (text === undefined) return undefined;
  const [number = 1, of = 1, seat = 0] = text.split(',').map(Number);
  return { number, of, seat };
}
