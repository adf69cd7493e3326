import type { WorkOrder } from './way.ts';

/** What a worker's cycle may ask. */
export interface Cycle {
  /** Which worker it is, from 0. */
  readonly worker: number;
  /** How long a call of it may take at most, in milliseconds: then it is of no use to wait any longer. */
  readonly patienceMs: () => number;
}

/**
 * Has each worker claim and complete, again and again, with one cycle under way: a closed loop on purpose, since the
 * question is the rate. It ends when the time is up, or a cycle finds that no job waits.
 *
 * @param cycle false: none waits any more
 * @throws what a cycle throws
 */
export async function loops(
  { workers, seconds }: WorkOrder,
  cycle: (cycle: Cycle) => Promise<boolean>,
): Promise<void> {
  const start = performance.now();
  const patienceMs = () => Math.max(1, Math.ceil(start + 2_000 * seconds - performance.now()));
  const loop = async (worker: number): Promise<void> => {
    while (performance.now() - start < 1_000 * seconds) {
      if (!(await cycle({ worker, patienceMs }))) return;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
}
