import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Posted } from './judge-alerts.ts';

/** One in so many requests is refused: then it has to come again, by the same key. */
const REFUSED_EVERY = 10;

/** A receiver of webhooks on loopback that keeps what it got. */
export class Webhook {
  readonly posts: Posted[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const taken = (this.posts.length + 1) % REFUSED_EVERY !== 0;
      const { id } = JSON.parse(body) as { id: string };
      this.posts.push({ key: String(request.headers['idempotency-key']), id, taken });
      response.writeHead(taken ? 204 : 503).end();
    });
  }

  static async start(): Promise<Webhook> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Webhook(server);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
