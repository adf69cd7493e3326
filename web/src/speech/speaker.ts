/** Prices are spoken this often at most, ms: often enough to follow one, seldom enough to hear anything else. */
export const SPEAK_MS = 15_000;

/** What there is to say, at a moment. */
export interface Sayable {
  readonly status: string;
  /** The state in words, as of now. */
  readonly state: string;
  readonly ticker: string | null;
  /** The price in words; null where there is none, or where it may not be the current one. */
  readonly price: string | null;
  /** Whether prices are spoken by themselves. */
  readonly speak: boolean;
}

/**
 * Decides what is said aloud, and when: the state whenever it changes, with the price; the price whenever another ticker is
 * chosen, since whoever chose wants to know; and by itself every 15 s where that is wanted, and only if it is another.
 */
export class Speaker {
  #status = '';
  #ticker: string | null = null;
  #price: string | null = null;
  #speak = false;
  #saidAt = -Infinity;

  /** What to say now; null: nothing. `now` in milliseconds, by a monotonic clock. */
  next({ status, state, ticker, price, speak }: Sayable, now: number): string | null {
    // Each attempt to reconnect would be a change, and each failure another: one outage is told once.
    const tries = this.#status === 'reconnecting' && status === 'connecting';
    const changed = status !== this.#status && !tries;
    const chosen = ticker !== this.#ticker && price !== null;
    const news = price !== this.#price && now >= this.#saidAt + SPEAK_MS;
    // At once when it is turned on, so that it can be heard what it will be like.
    const due = speak && price !== null && (news || !this.#speak);
    this.#speak = speak;
    if (!changed && !chosen && !due) return null;
    this.#status = status;
    this.#saidAt = now;
    if (price !== null) {
      this.#ticker = ticker;
      this.#price = price;
    }
    return changed ? sentences(state, price) : price;
  }
}

function sentences(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('. ');
}
