import { setTimeout as delay } from 'node:timers/promises';

/** The clock that the pace is kept by; a test puts another in its place. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Waits about that long, or until the signal aborts; never throws. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Timers hold 31 bits: a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    await delay(Math.min(Math.ceil(ms), LONGEST_MS), undefined, { signal }).catch(() => {});
  },
};
