import type { Transport } from './transport.ts';

/** How long a session may be silent before it says that it is alive, in milliseconds. */
export const HEARTBEAT_MS = 1_000;
/** A connection that takes no byte for this long is slow. */
const SLOW_MS = 10_000;
/** A connection that subscribes to nothing for this long is idle. */
const SUBSCRIBE_MS = 10_000;
/** Protocol pings find half-open sockets; one unanswered until the next ends the connection. */
const PING_MS = 25_000;

/**
 * What the time has come for. To be ended: `slow`, no byte was taken for 10 s; `idle`, nothing was subscribed in 10 s;
 * `gone`, a ping was not answered. To be sent: `ping`, `heartbeat`.
 */
export type Due = 'slow' | 'idle' | 'gone' | 'ping' | 'heartbeat';

/** Decides by the clock what is to be done with a connection. All times are milliseconds, from one origin. */
export class Pulse {
  readonly #openedAt: number;
  #subscribed = false;
  #sentAt: number;
  #taken = 0;
  #takenAt: number;
  #pingedAt: number;
  #answered = true;

  /** @param now when the connection was greeted */
  constructor(now: number) {
    this.#openedAt = this.#sentAt = this.#takenAt = this.#pingedAt = now;
  }

  /** Something was sent: a sign of life. */
  sent(now: number): void {
    this.#sentAt = now;
  }

  /** The client uses the connection: it is not idle, now or later. */
  subscribed(): void {
    this.#subscribed = true;
  }

  /** A ping went out: it is to be answered before the next one is due. */
  pinged(): void {
    this.#answered = false;
  }

  /** The peer answered. */
  answered(): void {
    this.#answered = true;
  }

  /** What is due now, in this order; after a reason to end the connection nothing more. To be asked often. */
  *due(now: number, { writable, taken }: Pick<Transport, 'writable' | 'taken'>): Generator<Due, void, void> {
    if (writable || taken !== this.#taken) {
      this.#taken = taken;
      this.#takenAt = now;
    } else if (now - this.#takenAt >= SLOW_MS) {
      return yield 'slow';
    }
    if (!this.#subscribed && now - this.#openedAt >= SUBSCRIBE_MS) return yield 'idle';
    // A connection that is not read from can't answer a ping: the rule above is for it.
    if (!writable) this.#pingedAt = now;
    if (now - this.#pingedAt >= PING_MS) {
      if (!this.#answered) return yield 'gone';
      this.#pingedAt = now;
      yield 'ping';
    }
    if (writable && now - this.#sentAt >= HEARTBEAT_MS) yield 'heartbeat';
  }
}
