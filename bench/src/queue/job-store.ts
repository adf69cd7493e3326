import { type Collection, type Document, type IndexDescription, type MongoClient, ObjectId } from 'mongodb';
import type { QueueState, WriteConcern } from './way.ts';

export const DATABASE = 'bench';
const PREPARED = 'prepared';
const ALL_MEMBERS = { writeConcern: { w: 3 } };
const BATCH = 10_000;

/** A hundred characters, as mqperf's messages have. */
const TEXT =
  'A job with as much to say as a message of mqperf has: one hundred characters of text, and no more. '.padEnd(
    100,
    '.',
  );

/** Where no more than this share of the jobs was touched, they are put back rather than all made anew. */
const PUT_BACK = 0.2;

/** A job as the article has it, with its number. */
export interface NumberedJob {
  readonly _id: ObjectId;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  readonly createdOn: Date;
  readonly priority: number;
  readonly payload: { readonly number: number; readonly text: string };
  readonly token?: ObjectId;
}

/** The article's indexes: FIFO, by priority, and TTL. */
export const ARTICLE_INDEXES: IndexDescription[] = [
  { key: { startTime: 1, createdOn: 1 } },
  { key: { startTime: 1, priority: -1, createdOn: 1 } },
  { key: { endTime: 1 }, expireAfterSeconds: 24 * 60 * 60 },
];

const isNull = (field: string): Document => ({ $eq: [field, null] });

/** An expression: which state a job is in. */
const STATE = {
  $cond: [{ $not: isNull('$endTime') }, 'finished', { $cond: [isNull('$startTime'), 'waiting', 'running'] }],
};

/** A collection of jobs that a way works on; ways with the same indexes share one. */
export class JobStore {
  readonly jobs: Collection<NumberedJob>;
  readonly #client: MongoClient;
  readonly #name: string;

  constructor(client: MongoClient, name: string, w: WriteConcern) {
    this.#client = client;
    this.#name = name;
    const options = { writeConcern: { w }, readPreference: 'primary' } as const;
    this.jobs = client.db(DATABASE).collection<NumberedJob>(name, options);
  }

  /**
   * Has exactly `count` jobs wait: the first ones of a collection that is prepared once. `$out` gives the jobs in new
   * files (2-3 s for 100 000, indexes included, on three members and two cores); where few were taken, putting them
   * back is as good and takes a tenth.
   */
  async seed(count: number): Promise<void> {
    const { waiting, running, finished } = await this.state();
    if (waiting + running + finished === count && waiting >= count * (1 - PUT_BACK)) return this.#putBack();
    const prepared = await this.#prepared(count);
    await prepared.aggregate([{ $limit: count }, { $out: this.#name }], ALL_MEMBERS).toArray();
  }

  /** One scan: it must tell the same whatever the indexes are. */
  async state(): Promise<QueueState> {
    const groups = await this.jobs
      .aggregate<{ _id: keyof QueueState; jobs: number }>([{ $group: { _id: STATE, jobs: { $sum: 1 } } }])
      .toArray();
    const none: QueueState = { waiting: 0, running: 0, finished: 0 };
    return { ...none, ...Object.fromEntries(groups.map(({ _id, jobs }) => [_id, jobs])) };
  }

  async #putBack(): Promise<void> {
    // Whatever a way has added goes.
    const anew = {
      _id: '$_id',
      startTime: null,
      endTime: null,
      createdOn: '$createdOn',
      priority: '$priority',
      payload: '$payload',
    };
    await this.jobs.updateMany({ startTime: { $ne: null } }, [{ $replaceWith: anew }], ALL_MEMBERS);
  }

  async #prepared(count: number): Promise<Collection<NumberedJob>> {
    const prepared = this.#client.db(DATABASE).collection<NumberedJob>(PREPARED);
    const there = await prepared.estimatedDocumentCount();
    const oldest = Date.now() - count;
    for (let from = there; from < count; from += BATCH) {
      const length = Math.min(BATCH, count - from);
      await prepared.insertMany(
        Array.from({ length }, (_, index) => numberedJob(from + index, oldest)),
        ALL_MEMBERS,
      );
    }
    return prepared;
  }
}

/** @param oldest when job 0 was made, in milliseconds; the others are a millisecond apart, so that there is an order */
export function numberedJob(number: number, oldest: number): NumberedJob {
  return {
    _id: new ObjectId(),
    startTime: null,
    endTime: null,
    createdOn: new Date(oldest + number),
    priority: number % 10,
    payload: { number, text: TEXT },
  };
}
