import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { addressKey } from './address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route's requests count for nothing: a balancer asks often, and from one address for all. */
    unlimited?: boolean;
  }
}

/**
 * Bounds the requests of one address, sockets' handshakes included.
 *
 * @param perMinute 0: any number
 */
export async function limitRequests(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, { global: false });
  const limit = app.rateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => addressKey(ip),
    allowList: ({ routeOptions }) => routeOptions.config.unlimited === true,
    errorResponseBuilder: (_request, { after }) =>
      new Refusal(
        429,
        'too_many_requests',
        `more than ${perMinute} requests a minute: try again in ${after}`,
      ),
  });
  // For all that comes after, before anything else looks at it: the plugin's own hook would run after the routes'
  // hooks, and let everybody try out tokens.
  app.addHook('onRequest', limit);
}
