import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
// As it is built: the very frame that our server would write.
import { textFrame } from '../../../server/dist/session/frame.js';
import { answerCalls } from '../stage/calls.ts';
import { PUBLISH } from './dialect/bare.ts';

// The limit of what Node can do: `ws` for the handshake, then a loop that writes the same bytes, header and all, to every
// socket. No subscriptions, no backpressure, no positions, no heartbeats.

const sockets = new Set<Socket>();

function fanOut(message: Buffer): void {
  const frame = textFrame(message.toString());
  for (const socket of sockets) socket.write(frame);
}

const calls = {
  /** @returns the port of its clients */
  async start() {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    server.on('connection', (client: WebSocket, { socket, url }: IncomingMessage) => {
      if (url === PUBLISH) return client.on('message', fanOut);
      socket.setNoDelay(true);
      sockets.add(socket);
      return client.on('close', () => sockets.delete(socket));
    });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },
};

export type BareServerCalls = typeof calls;

answerCalls(calls);
