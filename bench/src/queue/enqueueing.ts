import { nowMicros } from '../measure/clock.ts';
import type { OpenQueue } from './way.ts';

export interface EnqueueLoad {
  /** How many enqueue at once, each with one call under way. */
  readonly callers: number;
  /** Jobs of a call. */
  readonly batch: number;
  readonly seconds: number;
}

/** What was enqueued, as it is sent to the bench. */
export interface Enqueued {
  readonly jobs: number;
  /** From the first call to the last acknowledgement. */
  readonly seconds: number;
}

/** Numbers of jobs that are enqueued while others are worked on begin here: no job that waits has such a one. */
const FIRST = 1_000_000_000;

/** Enqueues as fast as it goes. A closed loop on purpose: the question is the rate. @throws Error where the way can't */
export async function enqueueing(
  { enqueue }: OpenQueue,
  { callers, batch, seconds }: EnqueueLoad,
): Promise<Enqueued> {
  if (!enqueue) throw new Error('this way has no enqueueing');
  const start = nowMicros();
  const end = start + seconds * 1_000_000;
  let next = FIRST;
  const call = async (): Promise<void> => {
    while (nowMicros() < end) {
      const first = next;
      next += batch;
      await enqueue(first, batch);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { jobs: next - FIRST, seconds: (nowMicros() - start) / 1_000_000 };
}
