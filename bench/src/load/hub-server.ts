import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Ticks } from '@ticker/protocol';
import { WebSocketServer } from 'ws';
// As it is built: the server has no face for anybody, and needs none.
import { buildApp } from '../../../server/dist/app.js';
import { History } from '../../../server/dist/history/history.js';
import { Hub } from '../../../server/dist/hub/hub.js';
import { createLog } from '../../../server/dist/log.js';
import { Rate } from '../../../server/dist/rate.js';
import { Sessions } from '../../../server/dist/session/sessions.js';
import { answerCalls } from '../stage/calls.ts';

// Our server without its database: all of its fan-out (hub, sessions, sockets, limits), and ticks that are handed to it
// as a bare loop gets them. What is compared then is the fan-out alone.

/** The server's own default of `BACKLOG_MAX` and `FLUSH_MS`. */
const [CAPACITY, FLUSH_MS] = [100_000, 10];

const nobody = () => Promise.reject(new Error('there is no database here'));

async function serve(hub: Hub): Promise<number> {
  const [rate, sessions] = [new Rate(() => performance.now()), new Sessions()];
  const app = await buildApp({
    log: createLog('warn'),
    version: '0.0.0',
    context: { hub, process: 'bench', now: Date.now, exists: async () => undefined },
    sessions,
    admission: {
      verify: undefined,
      allowedOrigins: [],
      trustProxy: [],
      tls: undefined,
      limits: { connectionsPerAddress: 0, connectionsMax: 100_000, requestsPerMinute: 0 },
    },
    status: nobody,
    measured: { tail: NO_TAIL, rate },
    history: new History({
      backlog: hub.backlog,
      topic: { topicStats: nobody, ticksByTime: nobody as never, oldestTicks: nobody },
      now: Date.now,
      isFilled: () => true,
    }),
    alerts: undefined,
    isFilled: () => true,
    dashboard: undefined,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const NO_TAIL = {
  status: {
    state: 'disconnected',
    why: 'there is no database here',
    member: null,
    memberState: null,
    lagMs: null,
    reopens: 0,
    gaps: 0,
    badDocuments: 0,
  },
  wake: 'off',
  reopens: new Map(),
  members: [],
} as const;

const calls = {
  /** @returns the ports of its clients and of its publisher, who sends messages of our protocol */
  async start() {
    const hub = new Hub(CAPACITY, FLUSH_MS, {
      now: () => performance.now(),
      after: (ms, run) => setTimeout(run, ms),
    });
    hub.backlog.whole = true;
    const publishers = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    publishers.on('connection', (publisher) =>
      publisher.on('message', (message: Buffer) =>
        hub.append((JSON.parse(message.toString()) as Ticks).ticks),
      ),
    );
    await once(publishers, 'listening');
    return { clients: await serve(hub), publishers: (publishers.address() as AddressInfo).port };
  },
};

export type HubServerCalls = typeof calls;

answerCalls(calls);
