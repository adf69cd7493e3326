import { ensureQueue, Queue } from '@ticker/mongo';
import { type IndexDescription, type MongoClient, ObjectId } from 'mongodb';
import { ARTICLE_INDEXES, DATABASE } from '../queue/job-store.ts';

/** How jobs are published and fetched in a run; each call is one sample. */
export interface Mode {
  publish(): Promise<unknown>;
  /** @returns false when none waits: no sample, as in the simulator, where it is an error */
  fetch(): Promise<boolean>;
}

/** @param prepare whether this process makes the collection, empty */
type Open = (client: MongoClient, prepare: boolean) => Promise<Mode>;

const ZERO = new Date(0);
const PRIORITIES = 10;
const COLLECTIONS = { faithful: 'simulated', corrected: 'simulated_corrected', ours: 'simulated_ours' };

/** The simulator's indexes; the compound one of the article's text is not among them. */
const SIMULATOR_INDEXES: IndexDescription[] = [
  { key: { startTime: 1 } },
  { key: { createdOn: 1 } },
  { key: { priority: -1, createdOn: 1 } },
  { key: { jobId: 1 } },
];

async function collectionOf(client: MongoClient, name: string, prepare: IndexDescription[] | undefined) {
  const jobs = client.db(DATABASE).collection(name, { writeConcern: { w: 1 } });
  if (prepare) {
    await jobs.drop();
    await jobs.createIndexes(prepare);
  }
  return jobs;
}

/** Whole numbers from 0 to 10, as `Math.round(10 * Math.random())` has them. */
function priority(): number {
  return Math.round(PRIORITIES * Math.random());
}

/**
 * As the simulator's code does it, errors included: every job has the same `jobId`, so that every fetch finishes one and
 * the same document, which is what the article's second table shows.
 */
const faithful: Open = async (client, prepare) => {
  const jobs = await collectionOf(client, COLLECTIONS.faithful, prepare ? SIMULATOR_INDEXES : undefined);
  const jobId = new ObjectId('000000000000000000000000');
  return {
    publish: () => {
      const times = { startTime: ZERO, endTime: ZERO, createdOn: new Date() };
      return jobs.insertOne({ ...times, jobId, priority: priority(), payload: {} });
    },
    fetch: async () => {
      const claim = { $set: { startTime: new Date() } };
      const job = await jobs.findOneAndUpdate({ startTime: ZERO }, claim, { sort: { createdOn: 1 } });
      if (job) await jobs.updateOne({ jobId }, { $set: { endTime: new Date() } });
      return job !== null;
    },
  };
};

/** The same with the article's own schema and index, and each job finished by its `_id`. */
const corrected: Open = async (client, prepare) => {
  const jobs = await collectionOf(client, COLLECTIONS.corrected, prepare ? ARTICLE_INDEXES : undefined);
  return {
    publish: () => {
      const times = { startTime: null, endTime: null, createdOn: new Date() };
      return jobs.insertOne({ ...times, priority: priority(), payload: {} });
    },
    fetch: async () => {
      const claim = { $set: { startTime: new Date() } };
      const job = await jobs.findOneAndUpdate({ startTime: null }, claim, { sort: { createdOn: 1 } });
      if (job) await jobs.updateOne({ _id: job._id }, { $set: { endTime: new Date() } });
      return job !== null;
    },
  };
};

const ours: Open = async (client, prepare) => {
  const name = `${DATABASE}.${COLLECTIONS.ours}`;
  if (prepare) {
    await client.db(DATABASE).dropCollection(COLLECTIONS.ours);
    await ensureQueue(client, { name });
  }
  const queue = new Queue(client, { name, writeConcern: 1 });
  return {
    publish: () => queue.enqueue({}, { priority: priority() }),
    fetch: async () => {
      const job = await queue.claim();
      if (job) await queue.complete(job);
      return job !== undefined;
    },
  };
};

export const MODES = { faithful, corrected, ours } satisfies Record<string, Open>;

export type ModeName = keyof typeof MODES;
