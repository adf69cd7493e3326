import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { compile } from '@fastify/proxy-addr';
import type { Admission } from './admission.ts';
import type { Alerts } from './alerts/alerts.ts';
import type { History } from './history/history.ts';
import { alertsRoute } from './http/alerts-route.ts';
import { authentication } from './http/authentication.ts';
import type { Api } from './http/api.ts';
import { dashboard } from './http/dashboard.ts';
import { docsRoute } from './http/docs-route.ts';
import { ConnectionLimit } from './http/connection-limit.ts';
import type { Door } from './http/door.ts';
import { candlesRoute } from './http/candles-route.ts';
import { clientError, failure, handleFailures, violation } from './http/failure.ts';
import { healthRoutes } from './http/health-routes.ts';
import { dropLeftOvers } from './http/left-overs.ts';
import { limitRequests } from './http/limits.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { originCheck } from './http/origin.ts';
import { limitPeers } from './http/peers.ts';
import { limitPipelines } from './http/pipeline.ts';
import { queueRoute } from './http/queue-route.ts';
import { security } from './http/security.ts';
import { sessionRoute } from './http/session-route.ts';
import { statusRoute } from './http/status-route.ts';
import { streamRoute } from './http/stream-route.ts';
import { ticksRoute } from './http/ticks-route.ts';
import { webSockets, wsRoute } from './http/ws-route.ts';
import { Metrics, type MetricsSources } from './metrics/metrics.ts';
import { countRefusedRequests } from './metrics/refusals.ts';
import type { SessionContext } from './session/session-context.ts';
import type { Sessions } from './session/sessions.ts';
import type { ReadStatus } from './status.ts';
import type { Link } from './workers/link.ts';

/** A request, or a TLS handshake, must have arrived after this. */
const REQUEST_MS = 10_000;
/**
 * A connection on which nothing moves is dropped after this, or after twice this where a part of an answer was taken
 * before: nobody reads. No answer takes so long to make.
 */
const SILENCE_MS = 15_000;
/** An idle connection is kept for the next request so long. Longer than balancers ask every few seconds. */
const KEEP_ALIVE_MS = 30_000;

/** What the routes, the sessions and the metrics have of the alerts. */
export type AppAlerts = Omit<Alerts, 'ticks' | 'filled' | 'stop'>;

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** What sessions need of their process. */
  readonly context: Omit<SessionContext, 'alerts'>;
  readonly sessions: Sessions;
  readonly admission: Admission;
  readonly status: ReadStatus;
  /** What comes from the database, for the metrics. */
  readonly measured: Pick<MetricsSources, 'tail' | 'rate'>;
  /** What `/api/ticks` and `/api/candles` answer from. */
  readonly history: History;
  /** Undefined: there are none on this server (`ALERTS`). */
  readonly alerts: AppAlerts | undefined;
  /** Whether the first fill is done. */
  readonly isFilled: () => boolean;
  /** Of a worker, to the others; undefined: this is the only process of the server. */
  readonly link?: Link | undefined;
  /** Folder of the built dashboard; undefined to serve none. */
  readonly dashboard: string | undefined;
}

/** The HTTP server with all its routes. Never listens: that is for its owner. */
export async function buildApp(options: AppOptions): Promise<Api> {
  const { sessions, isFilled, admission, alerts, link } = options;
  const context = { ...options.context, alerts };
  const { verify, allowedOrigins, limits, trustProxy, tls } = admission;
  const connections = new ConnectionLimit(limits.connectionsPerAddress);
  const door: Door = { context, sessions, connections, verify, allowedOrigins };
  const timeouts = {
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: 1_000,
    ...(tls && { ...tls, handshakeTimeout: REQUEST_MS, minVersion: 'TLSv1.2' as const }),
  };
  const server = fastify({
    // Browsers keep a spare connection open that has never sent a request: nobody would close it, and we would wait.
    forceCloseConnections: true,
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: 64 * 1024,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    // A parameter that is not described is an error, not something to drop in silence.
    ajv: { customOptions: { removeAdditional: false } },
    schemaErrorFormatter: violation,
    frameworkErrors: failure,
    clientErrorHandler: clientError,
    ...(tls ? { https: timeouts } : { http: timeouts }),
  }).withTypeProvider<TypeBoxTypeProvider>();
  const app = server as unknown as Api;

  // Bodies are JSON: another site's page can't send that without being asked first, as it can text.
  app.removeContentTypeParser('text/plain');
  const isProxy = compile([...trustProxy]);
  const peers = limitPeers(app.server, { ...limits, isProxy: (address) => isProxy(address, 0) });
  limitPipelines(app.server);
  dropLeftOvers(app);
  handleFailures(app);
  // First of all: whatever refuses a handshake, this ends its connection, which Node reads no more.
  await webSockets(app);
  const requests = countRefusedRequests(app);
  await security(app, { secure: tls !== undefined });
  await limitRequests(app, limits.requestsPerMinute);
  await docsRoute(app, { version: options.version, authenticated: verify !== undefined });

  wsRoute(app, door);
  healthRoutes(app, { sessions, isFilled });
  const worker = link?.place.number;
  const metrics = new Metrics({ ...options, ...options.measured, worker, door, peers, requests });
  link?.report('metrics', () => metrics.report());
  link?.report('subscribers', () => context.hub.subscribers);
  metricsRoute(app, { contentType: metrics.contentType, page: () => link?.ask('metrics') ?? metrics.page() });
  sessionRoute(app, door);
  await app.register(async (api: Api) => {
    await api.register(cors, {
      origin: allowedOrigins.length > 0 && [...allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    });
    api.addHook('onRequest', originCheck(allowedOrigins));
    api.addHook('onRequest', authentication(verify));
    streamRoute(api, door);
    ticksRoute(api, options.history);
    candlesRoute(api, options.history);
    statusRoute(api, options.status);
    alertsRoute(api, alerts);
    queueRoute(api, alerts);
  });
  if (options.dashboard !== undefined) await dashboard(app, options.dashboard);
  return app;
}
