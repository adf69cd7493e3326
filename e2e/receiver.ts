import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { freePort } from './port.ts';

/** An alert that came. */
export interface Received {
  /** Header `webhook-id`. */
  readonly key: string;
  readonly idempotencyKey: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/** Somebody's receiver of webhooks: a real HTTP server on this machine. */
export class Receiver {
  readonly url: string;
  /** In the order in which they came. */
  readonly received: Received[] = [];
  /** What those that come next are answered with, one after the other. */
  readonly statuses: number[] = [];
  /** What all that come after them are answered with; null: they are not answered at all. */
  status: number | null = 200;
  readonly #server: Server;

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}/hook`;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  /** Starts it on a free port. */
  static async start(): Promise<Receiver> {
    const port = await freePort();
    const receiver = new Receiver(port);
    await once(receiver.#server.listen(port, '127.0.0.1'), 'listening');
    return receiver;
  }

  /** Different `webhook-id`s that came. */
  get keys(): string[] {
    return [...new Set(this.received.map(({ key }) => key))];
  }

  /** Waits until so many have come. */
  async gets(count: number, timeout = 15_000): Promise<void> {
    await expect.poll(() => this.received.length, { timeout }).toBeGreaterThanOrEqual(count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const header = (name: string): string => String(request.headers[name]);
    const status = this.statuses.shift() ?? this.status;
    this.received.push({
      key: header('webhook-id'),
      idempotencyKey: header('idempotency-key'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body,
    });
    if (status !== null) response.writeHead(status).end();
  }
}

/** The signature that standardwebhooks.com asks for: worked out anew, by none of our code. */
export function signatureOf({ key, timestamp, body }: Received, secret: string): string {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', bytes).update(`${key}.${timestamp}.${body}`).digest('base64')}`;
}
