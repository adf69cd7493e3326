import { type MongoClient, MongoServerError, ObjectId } from 'mongodb';
import { Backoff } from './backoff.ts';
import { DUPLICATE_KEY } from './error-code.ts';
import { insert, type TickDocument } from './insert.ts';
import { splitNamespace } from './namespace.ts';
import { isRetryable, isTimeout } from './retryable.ts';

/**
 * A try that is not answered for this long, in milliseconds, is given up and made again, perhaps with another
 * primary. An election takes 2-10 s, a slow commit a second or two.
 */
const TRY_MS = 5_000;

/** A tick to append: its `_id` is made here. */
export type NewTick = Omit<TickDocument, '_id'>;

export interface AppendOptions {
  /** Stops trying again. A try that is under way is finished, which takes 5 s at most. */
  readonly signal?: AbortSignal;
  /** Stops trying again after this many milliseconds, with the last error. By default never. */
  readonly patienceMs?: number;
  /** Told, before each new try, why the last one failed. */
  readonly onRetry?: (error: Error) => void;
}

/**
 * Appends ticks to a topic in their order, majority-committed. When the network or the primary fails it tries again:
 * at once, then with a growing, jittered pause. A new try neither doubles a tick nor loses one, because each gets its
 * `_id` once, before the first.
 *
 * One exception is accepted: a tick that a failed try inserted after all, and that a whole ring of other ticks then
 * overwrote before the next try, is inserted again. A reader that still holds its id takes it once.
 *
 * @param topic what `ensureTopic` gave
 * @returns true when all are in the topic; false when the signal aborted before that was known
 * @throws TopicDropped; MongoError when it is no use to try again (not authorised, a document refused)
 */
export async function append(
  client: MongoClient,
  topic: { readonly name: string; readonly uuid: string },
  ticks: readonly NewTick[],
  { signal = new AbortController().signal, patienceMs = Infinity, onRetry }: AppendOptions = {},
): Promise<boolean> {
  const documents = ticks.map(({ time, ticker, price }) => ({ _id: new ObjectId(), time, ticker, price }));
  const backoff = new Backoff();
  const since = performance.now();
  for (let again = false; ; again = true) {
    try {
      if (again) await insertMissing(client, topic, documents);
      else await insertNew(client, topic, documents);
      return true;
    } catch (error) {
      if (!isRetryable(error) || performance.now() - since >= patienceMs) throw error;
      // The driver's own words for it are "Timed out during socket read (undefinedms)".
      const why = isTimeout(error) && new Error(`no answer within ${TRY_MS / 1000} s`, { cause: error });
      onRetry?.(why || (error as Error));
    }
    await backoff.pause(signal);
    if (signal.aborted) return false;
  }
}

type Arguments = [
  client: MongoClient,
  topic: { name: string; uuid: string },
  documents: readonly TickDocument[],
];

async function insertNew(...[client, topic, documents]: Arguments): Promise<void> {
  const duplicate = await insert(client, topic, documents, AbortSignal.timeout(TRY_MS));
  if (duplicate === undefined) return;
  throw new MongoServerError({
    message: `a new ObjectId is already the _id of a tick in ${topic.name}`,
    code: DUPLICATE_KEY,
  });
}

/**
 * Inserts what failed tries have not. They may still be running in a mongod, so a duplicate `_id` is our own tick.
 *
 * An ordered insert stops where it fails, so all before the last committed one are in. Only committed ones are
 * counted on: what an old primary alone has is rolled back. The answer "duplicate" has waited for the commit too, so
 * after it the next look finds all up to there. Without that look a batch of 1000 would take 1000 answers.
 */
async function insertMissing(...[client, topic, documents]: Arguments): Promise<void> {
  for (let rest = documents; rest.length > 0;) {
    rest = rest.slice((await lastCommitted(client, topic, rest)) + 1);
    if (rest.length === 0) return;
    const duplicate = await insert(client, topic, rest, AbortSignal.timeout(TRY_MS));
    if (duplicate === undefined) return;
    rest = rest.slice(duplicate + 1);
  }
}

/** The index of the last document that the majority has; -1: none. */
async function lastCommitted(...[client, topic, documents]: Arguments): Promise<number> {
  const { database, collection } = splitNamespace(topic.name);
  const found = await client
    .db(database)
    .collection<TickDocument>(collection)
    .find(
      { _id: { $in: documents.map(({ _id }) => _id) } },
      {
        projection: { _id: 1 },
        // All in one answer, not the first 101.
        limit: documents.length,
        batchSize: documents.length,
        readConcern: { level: 'majority' },
        readPreference: 'primary',
        signal: AbortSignal.timeout(TRY_MS),
      },
    )
    .toArray();
  const ids = new Set(found.map(({ _id }) => _id.toHexString()));
  return documents.findLastIndex(({ _id }) => ids.has(_id.toHexString()));
}
