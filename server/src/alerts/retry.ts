import { pause } from './pause.ts';

const BASE_MS = 50;
const LIMIT_MS = 2_000;

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Told of each failure that is tried again. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Runs it until it succeeds: again at once, then after a random time between 0 and 50, 100, 200 … 2 000 ms
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @returns undefined when the signal aborted before
 */
export async function retry<Result>(
  run: () => Promise<Result>,
  { signal, onFailure }: RetryOptions,
): Promise<Result | undefined> {
  for (let limit = 0; !signal.aborted; limit = Math.min(LIMIT_MS, Math.max(BASE_MS, 2 * limit))) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) return undefined;
      onFailure(error as Error);
    }
    await pause(Math.random() * limit, signal);
  }
  return undefined;
}
