import { CloseCode, Limits, type Subscribe } from '@ticker/protocol';
import { Mode } from '@ticker/protocol/schemas';
import { EventStream } from '@ticker/protocol/stream-events';
import { Type } from 'typebox';
import { grantedTickers } from '../auth/grant.ts';
import { Refusal } from '../refusal.ts';
import { StreamTransport } from '../session/stream-transport.ts';
import { addressKey } from './address.ts';
import type { Api } from './api.ts';
import { type Door, enter } from './door.ts';
import { errors } from './error-schema.ts';
import { BadRequest, parseTickers, queryCompiler, TickersParameter } from './query.ts';

/** An EventSource that loses us comes back after a time between these: all have lost us at once. */
const RETRY_MS = { least: 500, most: 3_000 };

const Query = Type.Object(
  {
    ticker: TickersParameter,
    mode: Type.Optional(Mode),
    history: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Limits.history, description: 'Ticks of the snapshot at most' }),
    ),
  },
  { additionalProperties: false },
);

const Headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: Limits.idLength, description: 'Go on after this tick, on any process' }),
  ),
});

/**
 * `GET /api/stream`: the ticks as server-sent events. A session as a socket has it, that has sent one `subscribe`: see
 * {@link StreamTransport}.
 */
export function streamRoute(app: Api, door: Door): void {
  const { sessions, connections } = door;
  const tally = sessions.tallies.sse;
  app.get(
    '/api/stream',
    {
      // A HEAD would be given a stream that never ends.
      exposeHeadRoute: false,
      schema: {
        summary: 'Ticks as server-sent events, without end',
        description:
          'Events: `snapshot`, `tick`, `gap`, `shutdown`; their data is described in /docs/asyncapi.json. After a second without one the id of the newest tick comes alone: send the last id as `Last-Event-ID` to go on after it.',
        tags: ['ticks'],
        querystring: Query,
        headers: Headers,
        response: {
          200: { description: 'The stream', content: { 'text/event-stream': { schema: EventStream } } },
          ...errors(400, 401, 403, 429, 503),
        },
      },
      validatorCompiler: queryCompiler,
    },
    async (request, reply) => {
      sessions.refuseWhileDraining();
      const { ticker, mode = 'all', history = 0 } = request.query;
      const { 'last-event-id': since } = request.headers;
      if (since !== undefined && since.length > Limits.idLength) {
        throw new BadRequest(`Last-Event-ID must be at most ${Limits.idLength} characters`);
      }
      const tickers = grantedTickers(parseTickers(ticker), request.grant);
      const { raw: response } = reply;
      // Gone while the token was looked at: no event would say so any more, and its place be taken for ever.
      if (request.raw.socket.destroyed) return reply.hijack();
      // Pipelined: it would wait until the answer before it has ended, and not hear of the connection's end either.
      if (response.socket === null) {
        throw new BadRequest('a stream must be the only request of its connection that waits for an answer');
      }
      const leave = connections.enter(addressKey(request.ip));
      if (!leave) {
        tally.refuse(CloseCode.TooMany);
        throw new Refusal(429, 'too_many', 'too many connections');
      }
      reply.hijack();
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        // nginx would hold events back until its buffer is full.
        'x-accel-buffering': 'no',
      });
      const retryMs = Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
      const transport = new StreamTransport(response, tally, retryMs);
      const { session, gone } = enter(door, transport, request.grant, tally, leave);
      response.on('drain', () => session.pump());
      response.on('error', (error) => request.log.debug({ error: error.message }, 'stream failed'));
      response.on('close', gone);
      const subscribe: Subscribe = {
        type: 'subscribe',
        id: 0,
        tickers,
        mode,
        history,
        ...(since && { since }),
      };
      session.receive(JSON.stringify(subscribe));
      return reply;
    },
  );
}
