import { once } from 'node:events';
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request that came to the receiver. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly path: string;
}

/** What the receiver does with a request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers with a status, and nothing else. */
export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(code, headers).end();
}

/** A real receiver of webhooks on loopback. */
export class Receiver {
  readonly received: Received[] = [];
  /** What it does with the next requests; with those after them what it did with the last. */
  readonly answers: Answer[] = [status(204)];
  /** Called when the connection of an answer has ended. */
  onEnd: () => void = () => {};
  readonly #server: Server;
  #arrived: () => void = () => {};

  private constructor(tls: { cert: string; key: string } | undefined) {
    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.on('error', () => {}).on('close', () => this.onEnd());
      let body = '';
      for await (const chunk of request) body += chunk;
      const headers = request.headers as Record<string, string>;
      this.received.push({ headers, body, path: request.url ?? '' });
      const answer = this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!;
      answer(response, request);
      this.#arrived();
    };
    // A request that is cut off is the sender's business.
    const listener = (request: IncomingMessage, response: ServerResponse) =>
      void handle(request, response).catch(() => {});
    this.#server = tls ? createHttps(tls, listener) : createHttp(listener);
  }

  static async start(tls?: { cert: string; key: string }, host = '127.0.0.1'): Promise<Receiver> {
    const receiver = new Receiver(tls);
    receiver.#server.listen(0, host);
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** By http. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Resolves when `count` requests have come in all. */
  async got(count: number): Promise<Received[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => (this.#arrived = resolve));
    return this.received;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
