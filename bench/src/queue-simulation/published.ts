import type { Published } from '../simulator/tables.ts';

/**
 * The article's two tables of the simulation: The Little MongoDB Schema Design Book (C. Kvalheim, 2015), chapter "Queue",
 * https://learnmongodbthehardway.com/schema/queues: MongoDB 3.0.1, one mongod. Known to us is how far fetches lay apart with
 * WiredTiger, which is the spread of the one document that every fetch finishes; of the rest nothing is.
 */
export const PUBLISHED: Readonly<Record<'publish' | 'fetch', readonly Published[]>> = {
  publish: [
    { engine: 'MMAP', statistics: {} },
    { engine: 'WiredTiger', statistics: {} },
  ],
  fetch: [
    { engine: 'MMAP', statistics: {} },
    { engine: 'WiredTiger', statistics: { deviation: 718, max: 19_500 } },
  ],
};
