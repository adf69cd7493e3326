import { Limits } from '@ticker/protocol';

/** How fast a client may send: a bucket of `messageBurst` that refills by `messagesPerSecond`. */
export class MessageRate {
  #left: number = Limits.messageBurst;
  #at: number;

  /** @param now milliseconds, from any origin */
  constructor(now: number) {
    this.#at = now;
  }

  /** Whether one more message is within the limit. */
  take(now: number): boolean {
    // A clock that is set back must not take away what was there.
    const passed = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#left = Math.min(Limits.messageBurst, this.#left + passed * Limits.messagesPerSecond) - 1;
    return this.#left >= 0;
  }
}
