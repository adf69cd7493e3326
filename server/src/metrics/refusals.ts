import { CloseCode } from '@ticker/protocol';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { count } from '../count.ts';
import type { ConnectionLimit } from '../http/connection-limit.ts';
import type { Tally } from '../session/tally.ts';
import { counter } from './reading.ts';

/** The `code` of an error answer that is a refusal, and its reason as the metric has it. */
const REASONS = {
  origin_refused: 'origin',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  too_many_requests: 'requests',
} as const;

/** Requests that were answered with a refusal, by code. */
export type RefusedRequests = Map<keyof typeof REASONS | 'full', number>;

/**
 * Counts refusals where all answers pass, so that no route has to know of it. To be called before the routes are made.
 */
export function countRefusedRequests(app: FastifyInstance): RefusedRequests {
  const counts: RefusedRequests = new Map();
  app.addHook('preSerialization', async (_request, { statusCode }, payload) => {
    const { code = '' } = (statusCode >= 400 ? payload : {}) as { code?: string };
    if (Object.hasOwn(REASONS, code)) count(counts, code as keyof typeof REASONS);
    return payload;
  });
  // `maxConnections` is reached.
  app.server.on('drop', () => count(counts, 'full'));
  return counts;
}

export interface RefusalSources {
  readonly requests: RefusedRequests;
  /** Of sessions, by address. */
  readonly connections: ConnectionLimit;
  /** Of TCP connections, by address. */
  readonly peers: ConnectionLimit;
  readonly tallies: readonly Tally[];
}

/** Who was not let in, and why. */
export function refusalMetrics(
  registry: Registry,
  { requests, connections, peers, tallies }: RefusalSources,
): void {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  counter(registry, {
    name: 'ticker_refusals_total',
    help: 'Requests, connections and subscriptions that were refused',
    labels: ['reason'],
    read: () => {
      const counts = new Map<string, number>(
        Object.entries(REASONS).map(([code, reason]) => [
          reason,
          requests.get(code as keyof typeof REASONS) ?? 0,
        ]),
      );
      // A socket is accepted and then closed: a page could not see why a handshake was refused.
      const sockets = sum(({ refused }) => refused.get(CloseCode.Unauthorized) ?? 0);
      count(counts, 'unauthorized', sockets);
      const subscriptions = sum(({ forbidden }) => forbidden);
      count(counts, 'forbidden', subscriptions);
      count(counts, 'connections', connections.refused);
      count(counts, 'peers', peers.refused);
      count(counts, 'full', requests.get('full') ?? 0);
      return [...counts].map(([reason, refused]) => [{ reason }, refused]);
    },
  });
}
