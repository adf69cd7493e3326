import { ARTICLE_INDEXES, JobStore } from '../job-store.ts';
import { loops } from '../loops.ts';
import type { QueueWay } from '../way.ts';

/** On MongoDB what the article on PostgreSQL does: one command takes the oldest job, and forgets it. */
export const findAndDelete: QueueWay = {
  name: 'MongoDB, findOneAndDelete',
  async open({ client, writeConcern }) {
    const store = new JobStore(client, 'taken', writeConcern);
    await store.jobs.createIndexes(ARTICLE_INDEXES);
    const first = { hint: { startTime: 1, createdOn: 1 } } as const;
    return {
      seed: (count) => store.seed(count),
      state: async (total) => {
        const { waiting } = await store.state();
        return { waiting, running: 0, finished: total - waiting };
      },
      work: (order, ledger) =>
        loops(order, async () => {
          const job = await store.jobs.findOneAndDelete({ startTime: null }, first);
          if (!job) return false;
          ledger.ran(job.payload.number);
          ledger.completed(1);
          return true;
        }),
      close: async () => {},
    };
  },
};
