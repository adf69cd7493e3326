import { MongoServerError, type Sort } from 'mongodb';
import { ARTICLE_INDEXES, JobStore, type NumberedJob } from './job-store.ts';
import { loops } from './loops.ts';
import type { QueueWay } from './way.ts';

const MAX_TIME_EXPIRED = 50;

interface ArticleWay {
  readonly name: string;
  readonly indexed: boolean;
  /** How the first job is found. */
  readonly first: { readonly sort: Sort } | { readonly hint: Record<string, 1> };
}

/**
 * The article's method, as the driver does it by default: one `findAndModify` claims a job, one update by `_id`
 * finishes it.
 *
 * A claim that does not come to its end in time is broken off by mongod: without an index each reads all that waits,
 * and begins anew when another one was faster, so that 100 of them take minutes.
 */
export function articleWay({ name, indexed, first }: ArticleWay): QueueWay {
  return {
    name,
    async open({ client, writeConcern }) {
      const store = new JobStore(client, indexed ? 'article' : 'bare', writeConcern);
      const { jobs } = store;
      if (indexed) await jobs.createIndexes(ARTICLE_INDEXES);
      const claim = async (maxTimeMS: number): Promise<NumberedJob | null> =>
        jobs.findOneAndUpdate(
          { startTime: null },
          { $set: { startTime: new Date() } },
          { ...first, returnDocument: 'after', maxTimeMS },
        );
      return {
        seed: (count) => store.seed(count),
        state: () => store.state(),
        close: async () => {},
        work: (order, ledger) =>
          loops(order, async ({ patienceMs }) => {
            try {
              const job = await claim(patienceMs());
              if (!job) return false;
              ledger.ran(job.payload.number);
              const { modifiedCount } = await jobs.updateOne(
                { _id: job._id },
                { $set: { endTime: new Date() } },
              );
              ledger.completed(modifiedCount);
            } catch (error) {
              if (!isCutOff(error)) throw error;
              ledger.cutOff();
            }
            return true;
          }),
      };
    },
  };
}

/** Also where a write was done and its concern was not met in time. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  const { code } = (error.errorResponse['writeConcernError'] ?? error) as { code?: number };
  return code === MAX_TIME_EXPIRED;
}
