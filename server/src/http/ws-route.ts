import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import { CloseCode, Limits, SUBPROTOCOL } from '@ticker/protocol';
import type { FastifyInstance } from 'fastify';
import { Unauthorized } from '../auth/unauthorized.ts';
import { Refusal } from '../refusal.ts';
import { CLOSE_MS } from '../session/flow.ts';
import { SocketTransport } from '../session/socket-transport.ts';
import { addressKey } from './address.ts';
import { authenticate } from './authentication.ts';
import { type Door, enter } from './door.ts';
import { errors } from './error-schema.ts';
import { originCheck } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a socket is closed as soon as it is open: a page can't see why a handshake was refused. */
    refusal: { readonly code: CloseCode; readonly reason: string } | undefined;
  }
}

const PATH = '/ws';

/** Makes the server speak WebSocket. To be awaited before any other hook. */
export async function webSockets(app: FastifyInstance): Promise<void> {
  // What is answered before a route is found (a path that is none) ends by this; ws takes it back from its own.
  app.server.on('upgrade', (_request, socket: Socket) => socket.setTimeout(CLOSE_MS, () => socket.destroy()));
  const options = {
    maxPayload: Limits.messageBytes,
    closeTimeout: CLOSE_MS,
    // A message comes in a few segments. One that comes byte by byte costs us half a KiB for each until it is complete.
    maxBufferedChunks: 256,
    maxFragments: 256,
    // Pings count as messages: that limit is reached first, and has an answer.
    maxPendingAutoPongs: Limits.messageBurst + 1,
    // A frame that goes to a thousand sockets would be compressed a thousand times.
    perMessageDeflate: false,
    // Never the one that carries a token.
    handleProtocols: (offered: Set<string>) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  } as const;
  // The drain closes the sockets, each with its word; the plugin would close them all at once.
  await app.register(websocket, {
    options,
    preClose: (done: () => void) => done(),
    // What a client does wrong is no error of ours: the plugin's own way writes a stack trace for each broken frame.
    errorHandler: (error: NodeJS.ErrnoException, socket, request) => {
      if (error.code !== undefined) return request.log.debug({ error: error.message }, 'socket failed');
      request.log.error({ err: error }, 'socket failed');
      return socket.terminate();
    },
  });
  app.decorateRequest('refusal', undefined);
  // The plugin would accept it, close it, and log its URL, where somebody may have put a token.
  app.addHook('onRequest', async (request) => {
    if (!request.ws || request.is404 || request.routeOptions.url === PATH) return;
    throw new Refusal(404, 'not_found', `there is no WebSocket here: it is at ${PATH}`);
  });
}

/** `GET /ws`: the ticks over a WebSocket, as PROTOCOL.md has it. After {@link webSockets}. */
export function wsRoute(app: FastifyInstance, door: Door): void {
  const { sessions, verify, allowedOrigins, connections } = door;
  const tally = sessions.tallies.websocket;
  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    schema: {
      summary: 'Ticks over a WebSocket: see /docs/asyncapi.json',
      tags: ['ticks'],
      security: [],
      response: errors(403, 426, 429, 503),
    },
    onRequest: originCheck(allowedOrigins),
    preValidation: async (request) => {
      sessions.refuseWhileDraining();
      if (!request.ws) return;
      try {
        request.grant = await authenticate(request, verify);
      } catch (error) {
        if (!(error instanceof Unauthorized)) throw error;
        request.refusal = { code: CloseCode.Unauthorized, reason: error.message };
      }
    },
    handler: () => {
      const message = 'this address speaks WebSocket: connect to it with a WebSocket client';
      throw new Refusal(426, 'upgrade_required', message, { headers: { upgrade: 'websocket' } });
    },
    // Listeners are attached at once: frames that come before they are would be lost.
    wsHandler: (socket, request) => {
      const raw = request.raw.socket;
      const transport = new SocketTransport(socket, raw, tally);
      const leave = request.refusal ? undefined : connections.enter(addressKey(request.ip));
      if (!leave) {
        const { code, reason } = request.refusal ?? {
          code: CloseCode.TooMany,
          reason: 'too many connections',
        };
        tally.refuse(code);
        transport.close(code, reason);
        return;
      }
      const { session, gone } = enter(door, transport, request.grant, tally, leave);
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (isBinary) session.badMessage({ id: null, message: 'messages are text, this one was binary' });
        else session.receive(String(data));
      });
      socket.on('ping', () => session.control());
      socket.on('pong', () => session.pong());
      raw.on('drain', () => session.pump());
      socket.on('close', gone);
    },
  });
}
