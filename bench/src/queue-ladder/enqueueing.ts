import type { EnqueueOrder, EnqueuerCalls } from '../load/enqueuer.ts';
import type { Remote } from '../stage/remote.ts';
import { type Plan, WRITE_CONCERNS } from './plan.ts';

/** How jobs are enqueued: one by one by one caller, by many, and many at once. */
const SHAPES = [
  { callers: 1, batch: 1 },
  { callers: 25, batch: 1 },
  { callers: 1, batch: 100 },
];

const SECONDS_MAX = 3;

/** A shape's rates, round by round: neighbours in time. */
export interface EnqueueRates extends Pick<EnqueueOrder, 'w' | 'callers' | 'batch'> {
  readonly article: readonly number[];
  readonly ours: readonly number[];
}

/** Jobs/s enqueued by the article's insert and by ours, in turn. */
export async function enqueueing(
  enqueuer: Remote<EnqueuerCalls>,
  { rounds, seconds }: Plan,
): Promise<EnqueueRates[]> {
  const found: EnqueueRates[] = [];
  for (const w of WRITE_CONCERNS) {
    for (const shape of SHAPES) {
      const order = { w, ...shape, seconds: Math.min(seconds, SECONDS_MAX) };
      const rates = { article: [] as number[], ours: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        for (const way of ['article', 'ours'] as const)
          rates[way].push(await enqueuer.call('flatOut', { way, ...order }));
      }
      found.push({ w, ...shape, ...rates });
    }
  }
  return found;
}
