import { articleWay } from './article.ts';
import { batchedWay } from './batched.ts';
import { ourWorkers } from './our-workers.ts';
import { ourClaims } from './ours.ts';
import type { QueueWay } from './way.ts';

const byHint = { hint: { startTime: 1, createdOn: 1 } } as const;
const bySort = { sort: { createdOn: 1 } } as const;
const fast = { strict: false, apart: false };
const strict = { strict: true, apart: false };
const fastApart = { strict: false, apart: true };
const strictApart = { strict: true, apart: true };
const BATCH = 100;
/** They hold as many jobs as a batch has. */
const tenOfHundred = { concurrency: 10, prefetch: BATCH - 10 };

/** Every way that the workers' process knows, by its name between the processes. */
export const WAYS = {
  noIndex: articleWay({ name: "the article's: a sort, no index", indexed: false, first: bySort }),
  article: articleWay({ name: '+ its indexes', indexed: true, first: bySort }),
  hinted: articleWay({ name: '− the sort, by hint', indexed: true, first: byHint }),
  tens: batchedWay('+ batches of 10', 10),
  hundreds: batchedWay(`+ batches of ${BATCH}`, BATCH),
  claim: ourClaims({ name: 'ours: claim', ...fast, batch: 1 }),
  claimStrict: ourClaims({ name: 'ours: claim, strict', ...strict, batch: 1 }),
  claimMany: ourClaims({ name: `ours: claimMany(${BATCH})`, ...fast, batch: BATCH }),
  claimManyStrict: ourClaims({ name: `ours: claimMany(${BATCH}), strict`, ...strict, batch: BATCH }),
  worker: ourWorkers({ name: 'ours: worker()', ...fast, ...tenOfHundred }),
  workerStrict: ourWorkers({ name: 'ours: worker(), strict', ...strict, ...tenOfHundred }),
  claimApart: ourClaims({ name: 'ours, apart: claim', ...fastApart, batch: 1 }),
  claimApartStrict: ourClaims({ name: 'ours, apart: claim, strict', ...strictApart, batch: 1 }),
  claimManyApart: ourClaims({ name: `ours, apart: claimMany(${BATCH})`, ...fastApart, batch: BATCH }),
  claimManyApartStrict: ourClaims({
    name: `ours, apart: claimMany(${BATCH}), strict`,
    ...strictApart,
    batch: BATCH,
  }),
} satisfies Record<string, QueueWay>;

export type WayName = keyof typeof WAYS;
