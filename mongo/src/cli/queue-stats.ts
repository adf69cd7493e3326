import { pause } from '../backoff.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueStats } from '../queue/stats.ts';
import { isRetryable } from '../retryable.ts';
import { duration } from './duration.ts';

const EVERY_MS = 1_000;

/** `npm run queue -- stats`: once, or every second until the signal aborts. */
export async function showStats(
  queue: Queue,
  { json, watch }: { readonly json: boolean; readonly watch: boolean },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const stats = await queue.stats();
      console.log(json ? JSON.stringify(stats) : table(stats));
    } catch (error) {
      // Who watches a queue through an election wants to go on watching.
      if (!watch || !isRetryable(error)) throw error;
      console.error((error as Error).message);
    }
    if (!watch) return;
    await pause(EVERY_MS, signal);
  }
}

function table({ oldestMs, finishedPerMinute, ...counts }: QueueStats): string {
  const rows = [
    ...Object.entries(counts),
    ['oldest', oldestMs === undefined ? '-' : duration(oldestMs)],
    ['finished', `${finishedPerMinute} a minute`],
  ];
  return `${rows.map(([name, value]) => `${String(name).padEnd(10)}${value}`).join('\n')}\n`;
}
