import fastifyStatic from '@fastify/static';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify';
import { errorBody } from './http/http-error.ts';
import { wsRoute, type WsRouteOptions } from './http/ws-route.ts';
import type { Status } from './status.ts';

export interface AppOptions extends WsRouteOptions {
  readonly log: FastifyBaseLogger;
  readonly status: () => Promise<Status>;
  /** Whether the first fill is done. */
  readonly isFilled: () => boolean;
  /** Folder of the built dashboard; undefined to serve none. */
  readonly dashboard: string | undefined;
}

/** The HTTP server with all its routes. Never listens: that is for its owner. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, status, isFilled, sessions, dashboard } = options;
  const app = fastify({
    // Browsers keep a spare connection open that has never sent a request: nobody would close it, and we would wait.
    forceCloseConnections: true,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 10_000,
    bodyLimit: 64 * 1024,
  });

  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send(
        errorBody(404, 'not_found', `there is nothing at ${request.method} ${request.url.split('?')[0]}`),
      ),
  );
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const statusCode = error.statusCode ?? 500;
    if (statusCode < 500) {
      return reply
        .code(statusCode)
        .send(errorBody(statusCode, (error.code ?? 'bad_request').toLowerCase(), error.message));
    }
    request.log.error({ error }, 'request failed');
    return reply.code(500).send(errorBody(500, 'internal', 'the server failed to answer; its log says why'));
  });

  await wsRoute(app, options);
  app.get('/api/status', status);
  app.get('/healthz', () => ({ status: 'up' }));
  // Not whether the database is well: a balancer would then hide the very server that could say why.
  app.get('/readyz', (_request, reply) => {
    if (sessions.draining) return reply.code(503).send(errorBody(503, 'draining', 'this server is stopping'));
    if (!isFilled()) return reply.code(503).send(errorBody(503, 'filling', 'the backlog is being filled'));
    return { status: 'ready' };
  });
  if (dashboard) {
    await app.register(fastifyStatic, {
      root: dashboard,
      preCompressed: true,
      cacheControl: false,
      setHeaders: cache,
    });
  }
  return app;
}

/** Built assets carry a hash in their names and never change; the page that names them does. */
function cache(reply: FastifyReply, path: string): void {
  reply.header(
    'cache-control',
    path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}
