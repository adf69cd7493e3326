import type { MongoClient } from 'mongodb';
import { NotCapped } from './errors.ts';
import { splitNamespace } from './namespace.ts';

/**
 * Which collection stands behind the topic's name now: its UUID, which changes when it is dropped and made anew.
 *
 * @returns undefined where there is none
 * @throws NotCapped
 */
export async function topicIdentity(client: MongoClient, topic: string): Promise<string | undefined> {
  const { database, collection } = splitNamespace(topic);
  const [found] = await client.db(database).listCollections({ name: collection }).toArray();
  if (!found) return undefined;
  if (!('options' in found) || !found.options?.['capped']) {
    throw new NotCapped(topic);
  }
  return found.info?.uuid?.toString('hex') ?? '';
}
