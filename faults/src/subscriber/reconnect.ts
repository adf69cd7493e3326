import type { Addresses } from './subscriber.ts';

/** Nothing for so long: the line is dead. Heartbeats come each second. */
const SILENCE_MS = 6_000;

export interface ReconnectOptions {
  readonly addresses: Addresses;
  /** Opens a connection, whose end is told by {@link Reconnect.ended}; gives what cuts it off. */
  readonly connect: (url: string) => () => void;
  /** How long it pauses, in milliseconds, where the server has not said so. */
  readonly pauseMs: () => number;
  readonly silenceMs?: number | undefined;
}

/** Has somebody come back whenever a connection has ended or is silent: to the next server, after a pause, until it is stopped. */
export class Reconnect {
  readonly #options: ReconnectOptions;
  #cut: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #tries = 0;
  /** As the server wants it, once. */
  #returnMs: number | undefined;
  #stopped = false;

  constructor(options: ReconnectOptions) {
    this.#options = options;
  }

  /** Connects now. */
  now(): void {
    if (this.#stopped) return;
    const addresses = this.#options.addresses();
    const url = addresses[this.#tries % Math.max(addresses.length, 1)];
    if (url === undefined) return this.ended();
    this.#cut = this.#options.connect(url);
    this.hold();
    this.#timer = setTimeout(this.#cut, this.#options.silenceMs ?? SILENCE_MS);
  }

  /** Something came. */
  heard(): void {
    this.#timer?.refresh();
  }

  /** This server will do the next time, too. */
  served(): void {
    this.#tries = 0;
  }

  /** The server wants it to come back after so long. */
  asked(returnMs: number | undefined): void {
    this.#returnMs = returnMs;
  }

  /** Silence is no fault, and nobody comes back, until something is heard or {@link now} is called. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** The connection has ended. */
  ended(): void {
    this.#tries++;
    this.hold();
    const pauseMs = this.#returnMs ?? this.#options.pauseMs();
    this.#returnMs = undefined;
    if (!this.#stopped) this.#timer = setTimeout(() => this.now(), pauseMs);
  }

  /** For good. */
  stop(): void {
    this.#stopped = true;
    this.hold();
    this.#cut();
  }
}
