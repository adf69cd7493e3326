import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePort } from './port.ts';

/** A WebSocket handshake that came. */
export interface Handshake {
  readonly origin: string | undefined;
  readonly cookie: string | undefined;
}

/** Somebody else's site of one blank page, at another port of this host: another origin, with the same cookies. */
export class Site {
  readonly url: string;
  /** All were hung up on. */
  readonly handshakes: Handshake[] = [];
  readonly #server: Server;

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>');
    });
    this.#server.on('upgrade', ({ headers: { origin, cookie } }, socket) => {
      this.handshakes.push({ origin, cookie });
      socket.destroy();
    });
  }

  /** Starts it on a free port. */
  static async start(): Promise<Site> {
    const port = await freePort();
    const site = new Site(port);
    await once(site.#server.listen(port, '127.0.0.1'), 'listening');
    return site;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
