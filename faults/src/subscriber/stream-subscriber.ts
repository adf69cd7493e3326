import { get, type IncomingMessage } from 'node:http';
import { now } from '../clock.ts';
import type { Recording } from '../oracle/evidence.ts';
import { Recent } from './recent.ts';
import { Reconnect } from './reconnect.ts';
import type { Addresses, OpenLeg, Subscriber } from './subscriber.ts';

const RETRY_MS = 500;

/** A reader of server-sent events over plain HTTP that keeps every event, and goes on after the last id. */
export class StreamSubscriber implements Subscriber {
  readonly #name: string;
  readonly #recent = new Recent();
  readonly #legs: OpenLeg[] = [];
  readonly #reconnect: Reconnect;

  constructor(name: string, addresses: Addresses, random: () => number) {
    this.#name = name;
    this.#reconnect = new Reconnect({
      addresses,
      connect: (url) => this.#connect(url),
      pauseMs: () => RETRY_MS * random(),
    });
    this.#reconnect.now();
  }

  get recording(): Recording {
    return { name: this.#name, via: 'stream', mode: 'all', tickers: ['*'], legs: this.#legs };
  }

  has(id: string): boolean {
    return this.#recent.has(id);
  }

  stop(): void {
    this.#reconnect.stop();
  }

  #connect(url: string): () => void {
    const last = this.#recent.newest;
    const leg: OpenLeg = { since: last === undefined ? [] : [last], full: false, frames: [] };
    this.#legs.push(leg);
    const headers = last === undefined ? {} : { 'last-event-id': last };
    const request = get(`${url}/api/stream?ticker=*&history=256`, { headers, agent: false });
    request.on('response', (response) => this.#read(leg, response));
    // Also after an error, and of a request that was answered: once, at its end.
    request.on('error', () => {});
    request.once('close', () => this.#reconnect.ended());
    return () => void request.destroy();
  }

  #read(leg: OpenLeg, response: IncomingMessage): void {
    if (response.statusCode !== 200) return void response.destroy();
    this.#reconnect.served();
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      this.#reconnect.heard();
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const text of blocks) this.#take(leg, text);
    });
    response.on('error', () => {});
  }

  #take(leg: OpenLeg, text: string): void {
    leg.frames.push({ at: now(), text });
    const event = /^event: (.*)$/m.exec(text)?.[1];
    const id = /^id: (.*)$/m.exec(text)?.[1];
    if (event === 'shutdown') this.#reconnect.asked(Number(/^retry: (.*)$/m.exec(text)?.[1]));
    if (event === 'snapshot') {
      const { ticks } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { ticks: { id: string }[] };
      this.#recent.add(ticks.map((tick) => tick.id));
    } else if (event === 'tick') this.#recent.add([id!]);
    else if (event === undefined && id !== undefined) this.#recent.heartbeat(id);
  }
}
