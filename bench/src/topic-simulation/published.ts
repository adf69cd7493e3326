import type { Published } from '../simulator/tables.ts';

/**
 * The article's two tables of the simulation: The Little MongoDB Schema Design Book (C. Kvalheim, 2015), chapter "Topics",
 * https://learnmongodbthehardway.com/schema/topics: MongoDB 3.0.1, one mongod. Of listening a mean and a maximum are known to
 * us, but not of which engine; of publishing nothing is.
 */
export const PUBLISHED: Readonly<Record<'publishing' | 'listening', readonly Published[]>> = {
  publishing: [
    { engine: 'MMAP', statistics: {} },
    { engine: 'WiredTiger', statistics: {} },
  ],
  listening: [
    { engine: 'MMAP', statistics: {} },
    { engine: 'WiredTiger', statistics: {} },
    { engine: 'one of both', statistics: { mean: 0.001, max: 0.323 } },
  ],
};
