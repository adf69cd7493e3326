import type { Evidence, Frame, Leg, Publication, Recording, Tick } from '../../src/oracle/evidence.ts';

// Hand-made evidence: a tick is known by its number, which is when its insert was sent; 5 ms later it is acknowledged.

/** The tick of a number. @param ticker PIP by default */
export function tick(number: number, ticker = 'PIP'): Tick {
  return { id: `t${number}`, time: 1_000 + number, ticker, price: number };
}

export function published(
  number: number,
  over: Partial<Publication> & { ticker?: string } = {},
): Publication {
  const { ticker, ...rest } = over;
  return { tick: tick(number, ticker), sentAt: number, acknowledgedAt: number + 5, ...rest };
}

const json = (message: object): Frame => ({ at: 0, text: JSON.stringify(message) });

export const welcome = (process: string): Frame => json({ type: 'welcome', process });
export const subscribed = (resumed = false): Frame => json({ type: 'subscribed', id: 1, resumed });
export const snapshot = (...ticks: Tick[]): Frame => json({ type: 'snapshot', id: 1, ticks });
export const ticks = (...all: Tick[]): Frame => json({ type: 'ticks', ticks: all, conflated: 0 });
export const conflated = (count: number, ...all: Tick[]): Frame =>
  json({ type: 'ticks', ticks: all, conflated: count });
export const gap = (reason: string, missed: number | null = null): Frame =>
  json({ type: 'gap', reason, missed });
export const heartbeat = (last: string): Frame => json({ type: 'heartbeat', time: 0, last });

/** A first connection. */
export function first(process: string, ...frames: Frame[]): Leg {
  return { since: [], full: true, frames: [welcome(process), subscribed(), ...frames] };
}

/** One that went on. @param full whether after a full list */
export function resumed(process: string, full: boolean, ...frames: Frame[]): Leg {
  return { since: ['t0'], full, frames: [welcome(process), subscribed(true), ...frames] };
}

export function recording(over: Partial<Recording>, ...legs: Leg[]): Recording {
  return { name: 'reader', via: 'socket', mode: 'all', tickers: ['*'], ...over, legs };
}

/** A play in which everything that was acknowledged is in the collection. */
export function play(
  publications: readonly Publication[],
  recordings: readonly Recording[],
  over: Partial<Evidence> = {},
): Evidence {
  const collection = publications
    .filter(({ acknowledgedAt }) => acknowledgedAt !== null)
    .map((publication) => publication.tick);
  return { publications, recordings, collection, overwritten: false, ...over };
}
