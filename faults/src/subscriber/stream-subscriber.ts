import { get, type IncomingMessage } from 'node:http';
import { now } from '../clock.ts';
import type { Recording } from '../oracle/evidence.ts';
import { Recent } from './recent.ts';
import type { Addresses, OpenLeg, Subscriber } from './subscriber.ts';

const SILENCE_MS = 6_000;
const RETRY_MS = 500;

/** A reader of server-sent events over plain HTTP that keeps every event, and goes on after the last id. */
export class StreamSubscriber implements Subscriber {
  readonly #name: string;
  readonly #addresses: Addresses;
  readonly #random: () => number;
  readonly #recent = new Recent();
  readonly #legs: OpenLeg[] = [];
  #end: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #tries = 0;
  /** As the server wants it, once. */
  #returnMs: number | undefined;
  #stopped = false;

  constructor(name: string, addresses: Addresses, random: () => number) {
    this.#name = name;
    this.#addresses = addresses;
    this.#random = random;
    this.#connect();
  }

  get recording(): Recording {
    return { name: this.#name, via: 'stream', mode: 'all', tickers: ['*'], legs: this.#legs };
  }

  has(id: string): boolean {
    return this.#recent.has(id);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#end();
  }

  #connect(): void {
    if (this.#stopped) return;
    const addresses = this.#addresses();
    const url = addresses[this.#tries % Math.max(addresses.length, 1)];
    if (url === undefined) return this.#later();
    const last = this.#recent.newest;
    const leg: OpenLeg = { since: last === undefined ? [] : [last], full: false, frames: [] };
    this.#legs.push(leg);
    const headers = last === undefined ? {} : { 'last-event-id': last };
    const request = get(`${url}/api/stream?ticker=*&history=256`, { headers, agent: false });
    this.#end = () => request.destroy();
    request.on('response', (response) => this.#read(leg, response));
    // Also after an error, and of a request that was answered: once, at its end.
    request.on('error', () => {});
    request.once('close', () => this.#later());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => request.destroy(), SILENCE_MS);
  }

  #read(leg: OpenLeg, response: IncomingMessage): void {
    if (response.statusCode !== 200) return void response.destroy();
    this.#tries = 0;
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      this.#timer?.refresh();
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
    if (event === 'shutdown') this.#returnMs = Number(/^retry: (.*)$/m.exec(text)?.[1]);
    if (event === 'snapshot') {
      const { ticks } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { ticks: { id: string }[] };
      this.#recent.add(ticks.map((tick) => tick.id));
    } else if (event === 'tick') this.#recent.add([id!]);
    else if (event === undefined && id !== undefined) this.#recent.heartbeat(id);
  }

  #later(): void {
    this.#tries++;
    clearTimeout(this.#timer);
    const pauseMs = this.#returnMs ?? RETRY_MS * this.#random();
    this.#returnMs = undefined;
    if (!this.#stopped) this.#timer = setTimeout(() => this.#connect(), pauseMs);
  }
}
