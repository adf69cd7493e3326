import { WebSocket } from 'ws';
import { now } from '../clock.ts';
import type { Recording } from '../oracle/evidence.ts';
import { Recent } from './recent.ts';
import { Reconnect } from './reconnect.ts';
import type { Addresses, OpenLeg, Subscriber } from './subscriber.ts';

const RETRY_MS = 500;
/** More than what makes a list full, so that it is full again after a gap. */
const HISTORY = 256;

export interface SocketOptions extends Pick<Recording, 'name' | 'mode' | 'tickers'> {
  readonly addresses: Addresses;
  readonly random: () => number;
  /** As {@link Reconnect} has it. */
  readonly silenceMs?: number;
}

/** A message, as far as a subscriber has to understand it. */
interface Message {
  readonly type: string;
  readonly ticks?: readonly { readonly id: string }[];
  readonly last?: string | null;
  readonly reconnectAfterMs?: number;
}

/** Of a thousand sockets that get the same text one after the other, one reads it. */
let lastText = '';
let lastMessage: Message = { type: '' };

/** A raw WebSocket that keeps every frame, and goes on elsewhere when its connection ends. */
export class SocketSubscriber implements Subscriber {
  readonly #options: SocketOptions;
  readonly #recent = new Recent();
  readonly #legs: OpenLeg[] = [];
  readonly #reconnect: Reconnect;
  #socket: WebSocket | undefined;
  #served = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    const { addresses, random, silenceMs } = options;
    this.#reconnect = new Reconnect({
      addresses,
      connect: (url) => this.#connect(url),
      pauseMs: () => RETRY_MS * random(),
      silenceMs,
    });
    this.#reconnect.now();
  }

  get recording(): Recording {
    const { name, mode, tickers } = this.#options;
    return { name, via: 'socket', mode, tickers, legs: this.#legs };
  }

  has(id: string): boolean {
    return this.#recent.has(id);
  }

  /** Whether it has got a tick on this connection. */
  get isServed(): boolean {
    return this.#served;
  }

  /** Stops reading, as a program that hangs; or goes on. */
  set paused(paused: boolean) {
    if (paused) this.#socket?.pause();
    else this.#socket?.resume();
    if (paused) this.#reconnect.hold();
    else this.#reconnect.heard();
  }

  /** Cuts the connection, until {@link back}. */
  away(): void {
    this.#socket?.removeAllListeners('close');
    this.#socket?.terminate();
    this.#reconnect.hold();
  }

  back(): void {
    this.#reconnect.now();
  }

  stop(): void {
    this.#reconnect.stop();
  }

  #connect(url: string): () => void {
    const { since, full } = this.#recent.since;
    this.#served = false;
    const leg: OpenLeg = { since, full: full || since.length === 0, frames: [] };
    this.#legs.push(leg);
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, 'ticker.v1.json');
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('close', () => this.#reconnect.ended());
    socket.on('open', () => {
      const { tickers, mode } = this.#options;
      const start = since.length > 0 ? { since, history: HISTORY } : { history: HISTORY };
      socket.send(JSON.stringify({ type: 'subscribe', id: 1, tickers, mode, ...start }));
    });
    socket.on('message', (data: Buffer) => this.#take(leg, String(data)));
    return () => socket.terminate();
  }

  #take(leg: OpenLeg, text: string): void {
    if (text !== lastText) [lastText, lastMessage] = [text, JSON.parse(text) as Message];
    // The one text that all hold, not a copy for each.
    leg.frames.push({ at: now(), text: lastText });
    const { type, ticks, last } = lastMessage;
    if (ticks) this.#recent.add(ticks.map(({ id }) => id));
    if (ticks && ticks.length > 0) this.#served = true;
    if (type === 'gap') this.#recent.gap();
    if (type === 'heartbeat') this.#recent.heartbeat(last ?? null);
    if (type === 'subscribed') this.#reconnect.served();
    if (type === 'shutdown') this.#reconnect.asked(lastMessage.reconnectAfterMs);
    this.#reconnect.heard();
  }
}
