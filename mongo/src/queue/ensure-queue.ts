import type { CollectionInfo, IndexDescription, MongoClient } from 'mongodb';
import { NAMESPACE_EXISTS } from '../error-code.ts';
import { type Collections, collectionsOf, type QueueName } from './collections.ts';
import { QueueMismatch } from './errors.ts';
import { INDEXES } from './order.ts';

/** The article's: 24 hours. */
const KEEP_SECONDS = 24 * 60 * 60;

export interface QueueBounds extends QueueName {
  /**
   * How long a finished job stays, in seconds; its key is taken for as long. 86400 by default. 'as it is': 86400 in a
   * new queue, and left alone in one that is there.
   */
  readonly keepSeconds?: number | 'as it is';
}

/** To the letter the article's: see {@link ensureQueue}. */
export const EXPIRY: IndexDescription = { key: { endTime: 1 }, expireAfterSeconds: KEEP_SECONDS };

/** Those of the dead letters. */
export const DEAD_INDEXES: IndexDescription[] = [{ key: { deadAt: 1 } }];

/**
 * Those of the jobs, {@link EXPIRY} aside.
 *
 * Partial ones cost nothing where their field is missing: a job that is not delayed, not running, has no key. Those
 * of times go by type: what a shell user may have written there is not taken for ours.
 */
export function queueIndexes(): IndexDescription[] {
  return [
    { key: INDEXES.fifo },
    { key: INDEXES.priority },
    // What the reaper, the promoter and the burier look for.
    date('leaseUntil'),
    date('dueAt'),
    date('deadAt'),
    // By existence: a filter by type is not recognised in `key: "…"`, and each look-up reads the collection.
    { key: { key: 1 }, unique: true, partialFilterExpression: { key: { $exists: true } } },
  ];
}

function date(field: string): IndexDescription {
  return { key: { [field]: 1 }, partialFilterExpression: { [field]: { $type: 'date' } } };
}

/**
 * Sees to it that a queue's collections and indexes are there. It may be run again, and by many at once. The time
 * that finished jobs stay is set to what is asked for.
 *
 * The TTL index is to the letter the article's, so that a shell user who makes it finds it made. A partial one (on
 * dates alone) would spare each job an entry, but MongoDB refuses the article's command beside it.
 *
 * @throws QueueMismatch when the collection is capped or a view; MongoError
 */
export async function ensureQueue(client: MongoClient, bounds: QueueBounds = {}): Promise<void> {
  const queue = collectionsOf(client, { ...bounds, writeConcern: 'majority' });
  await Promise.all([ensureCollection(queue, queue.jobs), ensureCollection(queue, queue.dead)]);
  await queue.jobs.createIndexes(queueIndexes());
  await queue.dead.createIndexes(DEAD_INDEXES);
  await ensureExpiry(queue, bounds.keepSeconds ?? KEEP_SECONDS);
}

async function ensureCollection(
  { db }: Collections,
  { collectionName: name, namespace }: Collections['jobs'],
): Promise<void> {
  await db.createCollection(name).catch((error: { code?: number }) => {
    if (error.code !== NAMESPACE_EXISTS) throw error;
  });
  const [found] = await db.listCollections<CollectionInfo>({ name }).toArray();
  if (found?.type === 'collection' && !found.options?.capped) return;
  const what = found?.options?.capped ? 'a capped collection' : `a ${found?.type}`;
  throw new QueueMismatch(`${namespace} is ${what}, which can't hold a queue: choose another name`);
}

async function ensureExpiry({ db, jobs }: Collections, asked: number | 'as it is'): Promise<void> {
  const expireAfterSeconds = asked === 'as it is' ? KEEP_SECONDS : asked;
  const found = (await jobs.indexes()).find(({ key }) => Object.keys(key).join() === 'endTime');
  if (!found) {
    await jobs.createIndex({ endTime: 1 }, { expireAfterSeconds });
  } else if (asked !== 'as it is' && found['expireAfterSeconds'] !== expireAfterSeconds) {
    await db.command({ collMod: jobs.collectionName, index: { name: found.name, expireAfterSeconds } });
  }
}
