import { setTimeout as wait } from 'node:timers/promises';
import { openOurs, type OurWay } from './ours.ts';
import type { QueueWay } from './way.ts';

/** How often the workers' counts are read, in milliseconds. */
const LOOK_MS = 10;

interface OurWorkers extends OurWay {
  /** Jobs that each runs at once. */
  readonly concurrency: number;
  /** How many more it claims ahead. */
  readonly prefetch: number;
}

/** `queue.worker()` with a handler that does nothing: it claims ahead, completes together, extends leases. */
export function ourWorkers({ name, strict, apart, concurrency, prefetch }: OurWorkers): QueueWay {
  return {
    name,
    open: (where) =>
      openOurs(where, async (newQueue, { workers: count, seconds }, ledger) => {
        const shared = newQueue();
        const options = { concurrency, prefetch, strict };
        const workers = Array.from({ length: count }, () =>
          (apart ? newQueue() : shared).worker(({ payload }) => ledger.ran(payload.number), options),
        );
        let before = 0;
        const look = () => {
          const completed = workers.reduce((sum, { counts }) => sum + counts.completed, 0);
          ledger.completed(completed - before);
          before = completed;
        };
        const looks = setInterval(look, LOOK_MS);
        await wait(1_000 * seconds);
        // Gives back what it has not begun, and finishes what runs.
        await Promise.all(workers.map((worker) => worker.stop()));
        clearInterval(looks);
        look();
      }),
  };
}
