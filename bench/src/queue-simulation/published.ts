import type { Statistics } from './samples.ts';

/**
 * What the article's tables of the queue say (The Little MongoDB Schema Design Book, chapter "Queue": one mongod 3.0.1 and
 * the simulator on one machine), in milliseconds, as far as it is known to us: the others stay empty.
 */
export const PUBLISHED: Readonly<
  Record<'publish' | 'fetch', Readonly<Record<'MMAP' | 'WiredTiger', Partial<Statistics>>>>
> = {
  publish: { MMAP: {}, WiredTiger: {} },
  // reference/mongodb.md, 0.2: the spread of one hot document, which every fetch finishes.
  fetch: { MMAP: {}, WiredTiger: { deviation: 718, max: 19_500 } },
};
