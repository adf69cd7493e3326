import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import type { Session } from './session.ts';
import { Tally } from './tally.ts';

const SWEEP_MS = 250;
/** The drain lasts 4 ms a connection, at most this: with what follows, whoever was here is live elsewhere within 5 s. */
const DRAIN_MS = 2_000;
/**
 * Clients are asked to come back within this after the drain's end, each at a time of its own. Not before: here they would be
 * refused, and an EventSource that is refused never comes again.
 */
const RETURN_MS = 1_500;

/** All sessions of the process: one timer for them all, and an orderly end. */
export class Sessions {
  readonly #sessions = new Set<Session>();
  readonly #random: () => number;
  readonly #timer: NodeJS.Timeout;
  /** What they have done, those that ended too. */
  readonly tallies = { websocket: new Tally('websocket'), sse: new Tally('sse') } as const;
  /** True from the moment the process begins to stop: nobody is let in any more. */
  draining = false;
  /** When the drain ends, by `performance.now()`. */
  #drainedAt = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
    this.#timer = setInterval(() => {
      for (const session of this.#sessions) session.sweep();
    }, SWEEP_MS);
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.#sessions.values();
  }

  add(session: Session): void {
    this.#sessions.add(session);
    // Its token was still looked at when the drain began, which knows nothing of it.
    if (this.draining) this.#sendAway(session);
  }

  delete(session: Session): void {
    this.#sessions.delete(session);
  }

  /** @throws Refusal `draining` to whoever comes while the process is about to stop */
  refuseWhileDraining(): void {
    if (this.draining) throw new Refusal(503, 'draining', 'this server is stopping');
  }

  /** Sends everyone away, spread over at most 2 s, each told when to come back. */
  async drain(): Promise<void> {
    this.draining = true;
    const all = [...this.#sessions];
    const lasts = Math.min(DRAIN_MS, all.length * 4);
    const startedAt = performance.now();
    this.#drainedAt = startedAt + lasts;
    for (const [index, session] of all.entries()) {
      const early = startedAt + (lasts * index) / all.length - performance.now();
      if (early > 1) await delay(early);
      this.#sendAway(session);
    }
    clearInterval(this.#timer);
  }

  #sendAway(session: Session): void {
    const left = Math.max(0, this.#drainedAt - performance.now());
    session.shutdown(Math.round(left + this.#random() * RETURN_MS));
  }
}
