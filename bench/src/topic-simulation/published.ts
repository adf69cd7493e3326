import type { Statistics } from '../measure/histogram.ts';

/** What the article's tables say of an operation, in milliseconds as it calls them; null where we have not its figure. */
export type PublishedColumn = { readonly [row in keyof Statistics]: number | null };

/** A run that the article published. */
export interface PublishedRun {
  readonly engine: 'MMAP' | 'WiredTiger';
  readonly publishing: PublishedColumn;
  readonly listening: PublishedColumn;
}

const UNKNOWN: PublishedColumn = {
  mean: null,
  deviation: null,
  p75: null,
  p95: null,
  p99: null,
  min: null,
  max: null,
};

/** MongoDB 3.0.1, one mongod: https://learnmongodbthehardway.com/schema/topics, its two tables of the simulation. */
export const PUBLISHED: readonly PublishedRun[] = [
  { engine: 'MMAP', publishing: UNKNOWN, listening: UNKNOWN },
  { engine: 'WiredTiger', publishing: UNKNOWN, listening: UNKNOWN },
];
