import { setTimeout as delay } from 'node:timers/promises';

const BASE_MS = 50;
const LIMIT_MS = 2_000;

/**
 * Pauses between tries: none before the first, then full jitter, random between 0 and 50, 100, 200 … `limitMs` (2 000)
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 */
export class Backoff {
  readonly #random: () => number;
  readonly #limitMs: number;
  #failures = 0;

  constructor(random: () => number = Math.random, limitMs: number = LIMIT_MS) {
    this.#random = random;
    this.#limitMs = limitMs;
  }

  /** It worked: the next try after a failure is at once again. */
  reset(): void {
    this.#failures = 0;
  }

  /** Milliseconds before the next try. */
  next(): number {
    const limit = this.#failures === 0 ? 0 : Math.min(this.#limitMs, BASE_MS * 2 ** (this.#failures - 1));
    this.#failures++;
    return this.#random() * limit;
  }

  /** Waits that long, or until the signal aborts. */
  async pause(signal: AbortSignal): Promise<void> {
    await pause(this.next(), signal);
  }
}

/** Waits `ms` milliseconds, or until the signal aborts; never throws. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
