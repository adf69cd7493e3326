import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Alert, type ServerMessage, SUBPROTOCOL } from '@ticker/protocol';
import { WebSocket } from 'ws';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { TICKER } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { dueMs } from './paced.ts';

// The process that sets alerts and hears of them: by a WebSocket that watches, and by a webhook.

/** How long before it will fire a rule is set: time for it to reach the server's evaluator. */
const AHEAD_MICROS = 2_000_000;
const LOOK_MS = 20;

export interface Heard {
  /** From the crossing tick sent to the alert received: encoded histograms. */
  readonly socket: string;
  readonly webhook: string;
  /** Alerts that came again by the same way. */
  readonly doubled: number;
}

/** What came by one way. */
class Ear {
  readonly #latency = new LatencyHistogram();
  readonly #rules = new Set<string>();
  doubled = 0;

  /** The tick's price is the moment when it was sent (tick-stamp.ts). */
  hear({ rule, tick }: Alert, atMicros: number): void {
    if (this.#rules.has(rule)) this.doubled++;
    else this.#latency.record(atMicros - tick.price);
    this.#rules.add(rule);
  }

  get count(): number {
    return this.#rules.size;
  }

  encode(): string {
    return this.#latency.encode();
  }
}

const [socketEar, webhookEar] = [new Ear(), new Ear()];
let api: string;
let receiver: string;

/** Resolves when every alert that fires from now on comes. */
function watch(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, SUBPROTOCOL, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`the socket that watches was closed with ${code}`)));
    socket.on('message', (data: Buffer) => {
      const atMicros = nowMicros();
      const message = JSON.parse(data.toString()) as ServerMessage;
      if (message.type === 'welcome') socket.send(JSON.stringify({ type: 'watch', id: 1 }));
      else if (message.type === 'watching') resolve();
      else if (message.type === 'alert') socketEar.hear(message.alert, atMicros);
      else if (message.type === 'error') reject(new Error(message.message));
    });
  });
}

/** Takes webhooks. @returns its URL */
async function receive(): Promise<string> {
  const server = createServer((request, response) => {
    const atMicros = nowMicros();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      webhookEar.hear(JSON.parse(Buffer.concat(chunks).toString()) as Alert, atMicros);
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A rule that the first tick fires that is sent after a moment which is near. */
async function set(): Promise<void> {
  const condition = { type: 'crosses_up', price: nowMicros() + AHEAD_MICROS };
  const response = await fetch(`${api}/api/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticker: TICKER, condition, webhook: { url: receiver } }),
  });
  if (response.status !== 201)
    throw new Error(`no alert was set: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

const calls = {
  async open({ url, webSocketUrl }: { url: string; webSocketUrl: string }) {
    api = url;
    receiver = await receive();
    await watch(webSocketUrl);
  },

  /** Sets so many alerts a second, each of which fires two seconds later, as long as there are ticks. */
  async set({ count, rate }: { count: number; rate: number }) {
    const start = performance.now();
    const all: Promise<void>[] = [];
    for (let index = 0; index < count; index++) {
      const ahead = dueMs(index, rate) - (performance.now() - start);
      if (ahead > 0) await wait(ahead);
      all.push(set());
    }
    await Promise.all(all);
  },

  /** @throws Error when not all have come by both ways in time */
  async heard({ count, patienceMs }: { count: number; patienceMs: number }): Promise<Heard> {
    const until = performance.now() + patienceMs;
    while (socketEar.count < count || webhookEar.count < count) {
      if (performance.now() > until) {
        const came = `${socketEar.count} by the socket, ${webhookEar.count} by webhook`;
        throw new Error(`of ${count} alerts came ${came}`);
      }
      await wait(LOOK_MS);
    }
    const doubled = socketEar.doubled + webhookEar.doubled;
    return { socket: socketEar.encode(), webhook: webhookEar.encode(), doubled };
  },
};

export type AlarmCalls = typeof calls;

answerCalls(calls);
