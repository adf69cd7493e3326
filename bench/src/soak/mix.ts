import { seeded } from '../seeded.ts';

/** What kinds of clients there are, and what a report says of each. */
export const KINDS = {
  fast: 'sockets that take all that comes',
  stream: 'streams of server-sent events that take all that comes',
  returning:
    'come and go: 10 to 60 s here, 1 to 20 s away, half of them leaving without a word; they go on where they were',
  slow: 'take 0.6 of what comes, and begin far back in the ring',
  deaf: 'ask for most of the ring, and take nothing of it until they are closed; then again',
} as const;
export type Kind = keyof typeof KINDS;

/** A client of the soak. */
export interface ClientPlan {
  readonly kind: Kind;
  readonly via: 'socket' | 'stream';
  readonly mode: 'all' | 'latest';
  /** Numbers of its tickers, from 1; null: every ticker. */
  readonly tickers: readonly number[] | null;
}

/** Shares of the clients; the rest is `fast`. */
const SHARES = { stream: 0.1, returning: 0.2, slow: 0.09, deaf: 0.01 } as const;
/** Tickers of who wants some: all ids of a full `since` are then there after some seconds. */
const SOME = 6;

/**
 * Who comes: half of each kind in mode `all`, half in `latest`; half of those that take all that comes want every ticker, a
 * quarter some, a quarter one.
 *
 * @param tickers how many there are
 */
export function mix(clients: number, tickers: number, seed: number): ClientPlan[] {
  const random = seeded(seed);
  const some = (count: number): number[] => {
    const names = new Set<number>();
    while (names.size < Math.min(count, tickers)) names.add(1 + Math.floor(random() * tickers));
    return [...names].toSorted((a, b) => a - b);
  };
  const counts = Object.entries(SHARES).map(
    ([kind, share]) => [kind as Kind, Math.round(clients * share)] as const,
  );
  const rest = clients - counts.reduce((sum, [, count]) => sum + count, 0);
  const fast: [Kind, number] = ['fast', rest];
  return [fast, ...counts].flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => {
      const wide = kind === 'slow' || kind === 'deaf';
      const one = kind === 'returning' ? SOME : 1;
      const wants = [null, null, SOME, one][Math.floor(index / 2) % 4]!;
      return {
        kind,
        ...wire(kind, index),
        tickers: wide || wants === null ? null : some(wants),
      };
    }),
  );
}

/** A stream that comes back may get some ticks again, and would count what was skipped twice: it wants all. */
function wire(kind: Kind, index: number): Pick<ClientPlan, 'via' | 'mode'> {
  const mode = index % 2 === 0 ? 'all' : 'latest';
  if (kind === 'stream') return { via: 'stream', mode };
  if (kind === 'deaf') return { via: 'socket', mode: 'all' };
  if (kind === 'returning' && index % 5 === 0) return { via: 'stream', mode: 'all' };
  if (kind === 'slow' && index % 4 === 0) return { via: 'stream', mode: 'all' };
  return { via: 'socket', mode };
}
