import { type Collection, type CollectionInfo, type MongoClient, MongoServerError } from 'mongodb';
import { NAMESPACE_EXISTS } from './error-code.ts';
import { TopicMismatch } from './errors.ts';
import { splitNamespace } from './namespace.ts';
import { bound, makeIndex, mismatch, type TopicBounds } from './topic-mismatch.ts';

export interface TopicInfo extends TopicBounds {
  /** Which collection it is, in 32 hex digits: another one after it was dropped and made anew. */
  readonly uuid: string;
  /** Whether we made it just now. */
  readonly created: boolean;
  /** What is not as it should be, and how to mend it; undefined when all is well. */
  readonly warning: string | undefined;
}

/**
 * Sees to it that the topic is there: makes the capped collection and its `{time: 1}` index where it is missing,
 * majority-committed. Several may do so at once: one makes it, the others find it. A topic that is there is not
 * changed: resizing may drop ticks, which is for its owner to decide.
 *
 * @throws TopicMismatch when it is there but isn't capped, or has another size or max
 */
export async function ensureTopic(client: MongoClient, bounds: TopicBounds): Promise<TopicInfo> {
  const { name, sizeBytes, max } = bounds;
  const { database, collection } = splitNamespace(name);
  const db = client.db(database, { writeConcern: { w: 'majority' }, readPreference: 'primary' });
  const topic = db.collection(collection);
  for (let created = false; ;) {
    const [found] = await db.listCollections<CollectionInfo>({ name: collection }).toArray();
    if (found) {
      const reason = mismatch(found, bounds);
      if (reason !== undefined) throw new TopicMismatch(reason);
      const indexed = await ensureIndex(topic, created);
      return {
        name,
        sizeBytes: found.options?.size ?? 0,
        max: bound(found.options?.max ?? 0),
        uuid: found.info?.uuid?.toString('hex') ?? '',
        created,
        warning: indexed
          ? undefined
          : `the topic ${name} has no index {time: 1}: in mongosh, ${makeIndex(name)}`,
      };
    }
    created = await db
      .createCollection(collection, { capped: true, size: sizeBytes, ...(max > 0 && { max }) })
      .then(() => true, unlessItExists);
  }
}

/**
 * Makes the index in a topic that has no tick yet: it is new, or in the making by another, who may have been cut
 * short between the two steps.
 *
 * @returns whether there is an index
 */
async function ensureIndex(topic: Collection, created: boolean): Promise<boolean> {
  const indexed = !created && (await topic.indexes()).some(({ key }) => Object.keys(key)[0] === 'time');
  if (indexed) return true;
  if (!created && (await topic.findOne({}, { projection: { _id: 1 } })) !== null) return false;
  await topic.createIndex({ time: 1 });
  return true;
}

function unlessItExists(error: unknown): false {
  if (error instanceof MongoServerError && error.code === NAMESPACE_EXISTS) return false;
  throw error;
}
