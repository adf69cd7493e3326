import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CLOSE_MS } from '../session/flow.ts';

/**
 * Has a server that closes drop, after 5 s, whoever is still connected. Node itself ends those that speak HTTP, at once;
 * not who has begun to speak TLS and goes no further: for that one it waits ten seconds.
 */
export function dropLeftOvers(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, CLOSE_MS).unref();
  });
}
