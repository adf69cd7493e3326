import type { QueueReport } from '@ticker/protocol';
import type { Answer } from './answer.ts';
import { readQueue } from './queue-api.ts';

/** How often the queue is looked at, ms: after each answer, so that a slow server is not asked the faster. */
const PERIOD_MS = 2_000;

/** Reads the queue at once, and every two seconds while the page is visible; gives what ends that. */
export function followQueue(tell: (answer: Answer<QueueReport>) => void): () => void {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  const read = async (): Promise<void> => {
    if (reading || document.visibilityState !== 'visible') return;
    reading = true;
    const answer = await readQueue();
    reading = false;
    if (ended.signal.aborted) return;
    tell(answer);
    clearTimeout(timer);
    timer = setTimeout(() => void read(), PERIOD_MS);
  };
  document.addEventListener('visibilitychange', () => void read(), { signal: ended.signal });
  void read();
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}
