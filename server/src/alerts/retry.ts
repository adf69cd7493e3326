import { Backoff } from '@ticker/mongo';
import { pause } from './pause.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Told of each failure that is tried again. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Runs it until it succeeds, with the pauses of `Backoff` in between.
 *
 * @returns undefined when the signal aborted before
 */
export async function retry<Result>(
  run: () => Promise<Result>,
  { signal, onFailure }: RetryOptions,
): Promise<Result | undefined> {
  const backoff = new Backoff();
  while (!signal.aborted) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) return undefined;
      onFailure(error as Error);
    }
    await pause(backoff.next(), signal);
  }
  return undefined;
}
