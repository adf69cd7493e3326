import { type ClientSession, MongoBulkWriteError, ObjectId } from 'mongodb';
import { DUPLICATE_KEY } from '../error-code.ts';
import type { Collections } from './collections.ts';
import { KeyTaken } from './errors.ts';
import type { JobId } from './job-document.ts';
import { enqueueWrite, type NewJob, type OnClash } from './new-job.ts';

export interface EnqueueOptions {
  /** What happens when there is a job with the key already: 'ignore' by default. */
  readonly onClash?: OnClash;
  /** Of the caller's transaction: the jobs are there when it commits, and not otherwise. */
  readonly session?: ClientSession;
}

/** What became of a job that was enqueued. */
export interface Enqueued {
  /** The job's `_id`: of the one that was there where it was ignored or replaced. */
  readonly id: JobId;
  readonly outcome: 'enqueued' | 'replaced' | 'ignored';
}

/**
 * Enqueues jobs, in their order, in one command; a second one looks up those whose key was there already.
 *
 * @returns one answer a job, in the order of the jobs. Of many that were to replace, and only some did, `ignored` is
 *   also one that another has replaced since
 * @throws KeyTaken (`onClash: 'error'`): none of them was enqueued. Any other, after which it is unknown which were: with
 *   keys it is safe to call again. It is a MongoError, or, out of the transaction in which `error` enqueues many, what else a
 *   commit ended in (see fire.ts)
 */
export async function enqueue(
  queue: Collections,
  jobs: readonly NewJob<unknown>[],
  options: EnqueueOptions = {},
): Promise<Enqueued[]> {
  const answers = await enqueueEach(queue, jobs, options);
  return answers.map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

/** The same, where a job that mongod refuses is answered by its error: the others were enqueued. @throws as {@link enqueue} */
export async function enqueueEach(
  queue: Collections,
  jobs: readonly NewJob<unknown>[],
  { onClash = 'ignore', session }: EnqueueOptions = {},
): Promise<(Enqueued | Error)[]> {
  if (onClash === 'error' && jobs.length > 1 && !session) {
    return queue.client.withSession((own) =>
      own.withTransaction(() => enqueue(queue, jobs, { onClash, session: own }), {
        writeConcern: queue.writeConcern,
      }),
    );
  }
  const answers = new Map<NewJob<unknown>, Enqueued | Error>();
  for (let rest = jobs; rest.length > 0;) {
    const call = { onClash, id: new ObjectId(), session };
    const { ids, modified, clashed, refused } = await write(queue, rest, call);
    for (const [job, error] of refused) answers.set(job, error);
    for (const [index, id] of ids) answers.set(rest[index]!, { id, outcome: 'enqueued' });
    const there = rest.filter((job) => !answers.has(job) && !clashed.has(job));
    for (const [job, answer] of await lookUp(queue, there, call, modified)) answers.set(job, answer);
    // Those that clashed, or whose job is gone by now (TTL, cancelled, dead): its key may be free.
    rest = rest.filter((job) => !answers.has(job));
  }
  return jobs.map((job) => answers.get(job)!);
}

interface Call {
  readonly id: ObjectId;
  readonly onClash: OnClash;
  readonly session: ClientSession | undefined;
}

interface Written {
  /** By index, the ids of the jobs that are new. */
  readonly ids: ReadonlyMap<number, ObjectId>;
  /** How many jobs were replaced. */
  readonly modified: number;
  /** Two that enqueue a key at once may both find none: these met the other's. */
  readonly clashed: ReadonlySet<NewJob<unknown>>;
  readonly refused: ReadonlyMap<NewJob<unknown>, Error>;
}

async function write(
  queue: Collections,
  jobs: readonly NewJob<unknown>[],
  { id: call, onClash, session }: Call,
): Promise<Written> {
  // Sorted: within a batch the order of the ids is the order of the jobs (order.ts), and the driver's counter wraps.
  const made = jobs
    .map(() => new ObjectId())
    .toSorted((a, b) => (a.toHexString() < b.toHexString() ? -1 : 1));
  const own = jobs.map(({ id }, index) => id ?? made[index]!);
  const writes = jobs.map((job, index) => enqueueWrite(job, own[index]!, onClash, call));
  const options = { ordered: onClash === 'error', ...(session && { session }) };
  const clashed = new Set<NewJob<unknown>>();
  const refused = new Map<NewJob<unknown>, Error>();
  const result = await queue.jobs.bulkWrite(writes, options).catch((error: unknown) => {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    for (const { code, index } of [error.writeErrors].flat()) {
      const job = jobs[index]!;
      if (code === DUPLICATE_KEY && onClash === 'error') throw new KeyTaken(job.key ?? '', { cause: error });
      if (code === DUPLICATE_KEY) clashed.add(job);
      // In a transaction nothing of it stays, and an ordered one ends there.
      else if (session || onClash === 'error') throw error;
      else refused.set(job, error);
    }
    if (clashed.size + refused.size === 0) throw error;
    return error.result;
  });
  const ids = new Map(Object.keys(result.upsertedIds).map((index) => [Number(index), own[Number(index)]!]));
  return { ids, modified: result.modifiedCount, clashed, refused };
}

async function lookUp(
  { jobs }: Collections,
  there: readonly NewJob<unknown>[],
  { id: call, session }: Call,
  modified: number,
): Promise<[NewJob<unknown>, Enqueued][]> {
  if (there.length === 0) return [];
  const keys = there.map(({ key }) => key!);
  const options = { projection: { key: 1, replacement: 1 }, ...(session && { session }) };
  const found = await jobs.find({ key: { $in: keys } }, options).toArray();
  const byKey = new Map(found.map((job) => [job.key, job]));
  return there.flatMap((job) => {
    const it = byKey.get(job.key);
    if (!it) return [];
    const replaced = modified === there.length || (modified > 0 && it.replacement?.equals(call));
    return [[job, { id: it._id, outcome: replaced ? 'replaced' : 'ignored' }]];
  });
}
