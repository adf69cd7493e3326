import websocket from '@fastify/websocket';
import { Limits, SUBPROTOCOL } from '@ticker/protocol';
import type { FastifyInstance } from 'fastify';
import { Session, type SessionContext } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { SocketTransport } from '../session/socket-transport.ts';
import { errorBody } from './http-error.ts';
import { isAllowedOrigin } from './origin.ts';

export interface WsRouteOptions {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly allowedOrigins: readonly string[];
}

/** `GET /ws`: the ticks over a WebSocket, as PROTOCOL.md has it. */
export async function wsRoute(
  app: FastifyInstance,
  { context, sessions, allowedOrigins }: WsRouteOptions,
): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: Limits.messageBytes,
      // A frame that goes to a thousand sockets would be compressed a thousand times.
      perMessageDeflate: false,
      handleProtocols: (offered: Set<string>) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    },
    // The drain closes the sockets, each with its word; the plugin would close them all at once.
    preClose: (done: () => void) => done(),
  });

  app.route({
    method: 'GET',
    url: '/ws',
    preValidation: async (request, reply) => {
      if (sessions.draining)
        return reply.code(503).send(errorBody(503, 'draining', 'this server is stopping'));
      const { origin, host } = request.headers;
      if (isAllowedOrigin(origin, host, allowedOrigins)) return undefined;
      const message = `pages of ${origin} may not connect (ALLOWED_ORIGINS)`;
      return reply.code(403).send(errorBody(403, 'origin_refused', message));
    },
    handler: (_request, reply) => {
      const message = 'this address speaks WebSocket: connect to it with a WebSocket client';
      return reply
        .code(426)
        .header('upgrade', 'websocket')
        .send(errorBody(426, 'upgrade_required', message));
    },
    // Listeners are attached at once: frames that come before they are would be lost.
    wsHandler: (socket, request) => {
      const session = new Session(context, new SocketTransport(socket, request.raw.socket));
      sessions.add(session);
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (isBinary) session.badMessage({ id: null, message: 'messages are text, this one was binary' });
        else session.receive(String(data));
      });
      socket.on('pong', () => session.pong());
      request.raw.socket.on('drain', () => session.pump());
      // ws itself answers broken frames, and too large ones, with the close code that RFC 6455 has for them.
      socket.on('error', (error: Error) => request.log.debug({ error: error.message }, 'socket failed'));
      socket.on('close', () => {
        session.close();
        sessions.delete(session);
      });
    },
  });
}
