import type { MongoClient } from 'mongodb';
import { splitNamespace } from './namespace.ts';
import { NO_MAX } from './topic-mismatch.ts';

/** How full a topic is, and how large it may get. */
export interface TopicStats {
  readonly count: number;
  /** Bytes of the documents, and how many of them the ring may hold. */
  readonly sizeBytes: number;
  readonly maxBytes: number;
  /** How many documents the ring may hold; Infinity where only its bytes are bounded. */
  readonly max: number;
}

/**
 * The topic's numbers, from the member that the client reads from.
 *
 * @returns undefined where the topic does not exist
 */
export async function topicStats(client: MongoClient, topic: string): Promise<TopicStats | undefined> {
  const { database, collection } = splitNamespace(topic);
  // An aggregation, not the collStats command: that one is deprecated, and can't be asked of a secondary by role.
  const [stats] = await client
    .db(database)
    .collection(collection)
    .aggregate([{ $collStats: { storageStats: {} } }], { readPreference: 'secondaryPreferred' })
    .toArray()
    .catch((error: { code?: number }) => {
      if (error.code === NAMESPACE_NOT_FOUND) return [];
      throw error;
    });
  const storage = stats?.['storageStats'];
  if (!storage?.maxSize) return undefined;
  const max = storage.max > 0 && storage.max < NO_MAX ? storage.max : Infinity;
  return { count: storage.count, sizeBytes: storage.size, maxBytes: storage.maxSize, max };
}

/** Whether the ring may have overwritten anything yet. Its size in bytes is kept a little below the bound. */
export function hasRolled({ count, max, sizeBytes, maxBytes }: TopicStats): boolean {
  return count >= max || sizeBytes >= 0.95 * maxBytes;
}

const NAMESPACE_NOT_FOUND = 26;
