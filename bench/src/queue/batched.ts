import { ObjectId } from 'mongodb';
import { ARTICLE_INDEXES, JobStore } from './job-store.ts';
import { loops } from './loops.ts';
import type { QueueWay } from './way.ts';

/**
 * Many jobs a claim, by three commands: find the ids of the first that wait, mark with a token of one's own those that
 * still do, find what is marked. A fourth one finishes them all.
 */
export function batchedWay(name: string, batch: number): QueueWay {
  return {
    name,
    async open({ client, writeConcern }) {
      const store = new JobStore(client, 'article', writeConcern);
      const { jobs } = store;
      await jobs.createIndexes(ARTICLE_INDEXES);
      const first = {
        hint: { startTime: 1, createdOn: 1 },
        limit: batch,
        batchSize: batch + 1,
        projection: { _id: 1 },
      } as const;
      return {
        seed: (count) => store.seed(count),
        state: () => store.state(),
        close: async () => {},
        work: (order, ledger) =>
          loops(order, async () => {
            const found = await jobs.find({ startTime: null }, first).toArray();
            if (found.length === 0) return false;
            const _id = { $in: found.map(({ _id }) => _id) };
            const token = new ObjectId();
            const mark = { $set: { startTime: new Date(), token } };
            const { modifiedCount: claimed } = await jobs.updateMany({ _id, startTime: null }, mark);
            // Others took them all.
            if (claimed === 0) return true;
            const ours = { _id, token };
            for (const { payload } of await jobs.find(ours, { batchSize: batch + 1 }).toArray())
              ledger.ran(payload.number);
            const { modifiedCount } = await jobs.updateMany(ours, { $set: { endTime: new Date() } });
            ledger.completed(modifiedCount);
            return true;
          }),
      };
    },
  };
}
