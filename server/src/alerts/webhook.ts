import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Hopeless, type Webhook } from '@ticker/mongo';
import type { Alert } from '@ticker/protocol';
import { pinnedLookup, type Resolve } from './pinned-lookup.ts';
import { AddressRefused, type WebhookAddresses } from './webhook-address.ts';
import { signed } from './webhook-signature.ts';

/** For all of it: look-up, connection, answer. */
const PATIENCE_MS = 10_000;
/** An answer is read so far: nobody looks at it, but a receiver may not like to be cut off. */
const ANSWER_BYTES = 64 * 1024;
/** The receiver asks not to be sent to any more (Standard Webhooks, "Deliverability and reliability"). */
const GONE = 410;

export interface WebhookSenderOptions {
  readonly addresses: WebhookAddresses;
  /** Of the server: receivers see it. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly resolve?: Resolve;
  readonly patienceMs?: number;
  /** Certificates to trust besides the usual: PEM. For tests. */
  readonly ca?: string;
}

/** Sends alerts to webhooks. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  /** What became of all attempts. `refused`: they were not made. */
  readonly outcomes = { delivered: 0, failed: 0, refused: 0 };

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /**
   * Makes one attempt. Whatever it throws says nothing of the answer but its status: whoever reads the error chose the
   * URL, and must not read through us what only we can reach.
   *
   * @param key the same at every attempt
   * @throws Hopeless where another attempt is no use: the address is refused, the receiver redirects or is gone. Error
   *   where one may be: time-out, no connection, another status than 2xx
   */
  async send({ url, secret }: Webhook, alert: Alert, key: string, signal: AbortSignal): Promise<void> {
    const { now = Date.now, patienceMs = PATIENCE_MS, version, addresses } = this.#options;
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const target = addresses.parse(url);
      const body = JSON.stringify(alert);
      const headers = {
        ...signed(secret, key, now(), body),
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': `ticker/${version}`,
      };
      const status = await this.#post(target, headers, body, AbortSignal.any([signal, patience]));
      if (status >= 300 && status < 400) {
        throw new Hopeless(`the webhook redirects (${status}): give the URL that it redirects to`);
      }
      if (status === GONE) throw new Hopeless(`the webhook wants no more (${status})`);
      if (status < 200 || status >= 300) throw new Error(`the webhook answered ${status}`);
      this.outcomes.delivered++;
    } catch (error) {
      if (error instanceof AddressRefused) {
        this.outcomes.refused++;
        throw new Hopeless(error.message, { cause: error });
      }
      this.outcomes.failed++;
      if (patience.aborted && !signal.aborted) {
        throw new Error(`the webhook did not answer in ${patienceMs / 1000} s`, { cause: error });
      }
      throw error;
    }
  }

  /** @returns the status of the answer */
  #post(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> {
    const { addresses, resolve, ca } = this.#options;
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((done, fail) => {
      const sent = request(url, {
        method: 'POST',
        headers,
        signal,
        // A connection of its own: one that is kept was made to an address that may be allowed no more.
        agent: false,
        lookup: pinnedLookup(addresses, url.protocol, resolve),
        ...(ca !== undefined && { ca }),
      });
      let status: number | undefined;
      // Once there is a status, how the answer ends is all the same.
      const end = (error: unknown): void => (status === undefined ? fail(error as Error) : done(status));
      sent.on('error', end);
      sent.on('response', (response) => {
        status = response.statusCode ?? 0;
        drain(response, () => end(undefined));
      });
      // After 101, which nobody asked for, the connection is another protocol's: no answer comes, and no error.
      sent.on('upgrade', (response, socket) => {
        status = response.statusCode ?? 0;
        socket.destroy();
        end(undefined);
      });
      // Whatever Node makes of an answer, a worker's place and a lease must not be held for ever.
      sent.on('close', () => end(new Error('the webhook closed the connection')));
      signal.addEventListener('abort', () => end(signal.reason));
      sent.end(body);
    });
  }
}

/** Reads an answer to its end, or as far as is decent. */
function drain(response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) response.destroy();
  });
  response.on('error', () => {});
  response.on('close', done);
}
