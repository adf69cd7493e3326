import { Backoff } from '../backoff.ts';
import { isRetryable } from '../retryable.ts';

/** A try that is not answered for this long, in milliseconds, is given up and made again, perhaps with another primary. */
const TRY_MS = 5_000;

/** How long a verb tries, in milliseconds: an election takes 2-10 s. */
const PATIENCE_MS = 15_000;

/**
 * Tries until it works, or {@link PATIENCE_MS} are over: at once, then with a growing, jittered pause.
 *
 * @param run one try; `again`: an earlier one failed, and may have done its work, or do so yet
 * @throws the last error; MongoError when it is no use to try again
 */
export async function retrying<Result>(
  run: (signal: AbortSignal, again: boolean) => Promise<Result>,
): Promise<Result> {
  const backoff = new Backoff();
  const since = performance.now();
  for (let again = false; ; again = true) {
    try {
      return await run(AbortSignal.timeout(TRY_MS), again);
    } catch (error) {
      if (!isRetryable(error) || performance.now() - since >= PATIENCE_MS) throw error;
    }
    await backoff.pause(new AbortController().signal);
  }
}
