import { pause } from '../backoff.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueStats } from '../queue/stats.ts';
import { isRetryable } from '../retryable.ts';

const EVERY_MS = 250;

/** How often at least it says where it is, in milliseconds. */
const SAY_MS = 5_000;

/**
 * `npm run queue -- drain`: waits until nothing waits, is delayed or runs (claimed by a shell user included), and says
 * how far it is whenever that changes.
 *
 * @returns whether it came to that, before the time or the signal
 */
export async function drain(queue: Queue, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  const since = performance.now();
  let said = '';
  let saidAt = -Infinity;
  for (;;) {
    const stats = await queue.stats().catch((error: unknown) => {
      if (!isRetryable(error)) throw error;
      return undefined;
    });
    const left = stats && waiting(stats);
    const now = performance.now();
    const words = stats ? progress(stats) : 'the database does not answer';
    if (words !== said || now - saidAt >= SAY_MS) {
      console.log(words);
      [said, saidAt] = [words, now];
    }
    if (left === 0) return true;
    const rest = timeoutMs - (now - since);
    if (rest <= 0) console.error(`not drained within ${timeoutMs / 1_000} s`);
    if (rest <= 0 || signal.aborted) return false;
    await pause(Math.min(EVERY_MS, rest), signal);
  }
}

function waiting({ waiting, delayed, running, foreign }: QueueStats): number {
  return waiting + delayed + running + foreign;
}

function progress({ waiting, delayed, running, foreign, dead }: QueueStats): string {
  return `${waiting} wait, ${delayed} delayed, ${running} run, ${foreign} foreign; ${dead} dead`;
}
