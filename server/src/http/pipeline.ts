import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their answers: browsers and proxies send one after the other. */
const AT_ONCE = 4;

/**
 * Ends connections that send more requests without waiting for the answers (RFC 9112, section 9.3.2). Node reads them
 * by the chunk, 64 KiB, and keeps each and its answer until those before it have been taken: 11 MiB of memory for as
 * long as the first one lasts, and a stream lasts for ever.
 *
 * @param server whose requests are handled already
 */
export function limitPipelines(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
    // What is in the chunk still comes, also after this.
    if (count > AT_ONCE) socket.destroy();
    else for (const handle of handlers) handle(request, response);
  });
}
