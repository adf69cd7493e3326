import { type Document, type MongoClient, MongoServerError, ObjectId, UUID } from 'mongodb';
import { COLLECTION_UUID_MISMATCH, DUPLICATE_KEY } from '../error-code.ts';
import { NotCapped } from '../errors.ts';
import { splitNamespace } from '../namespace.ts';
import type { JobId } from '../queue/job-document.ts';
import { retrying } from '../queue/retrying.ts';
import { topicIdentity } from '../topic-identity.ts';
import type { AlertDelivery } from './delivery.ts';
import { AlertsUnavailable } from './errors.ts';

/** A firing, as a document of the alerts. */
export interface AlertRow extends Omit<AlertDelivery, 'firedAt'> {
  /** Of its delivery's job. */
  readonly id: JobId;
  /** When it fired, by the database's clock. */
  readonly time: Date;
}

/**
 * Puts an alert into the capped collection, majority-committed. It may be called again: what is there already stays,
 * and that is a success. (What a whole ring of other alerts overwrote meanwhile is there a second time.) The insert
 * names the collection's UUID: one that was dropped is not made anew, uncapped.
 *
 * @param namespace "database.collection"
 * @throws AlertsUnavailable where the collection is missing or not capped; MongoError
 */
export async function insertAlert(client: MongoClient, namespace: string, row: AlertRow): Promise<void> {
  const { database, collection } = splitNamespace(namespace);
  const { id, rule, owner, ticker, condition, note, tick, time } = row;
  const document = { _id: id, rule: new ObjectId(rule), owner, ticker, condition, note, tick, time };
  await retrying(async (signal) => {
    const command = {
      insert: collection,
      documents: [document],
      writeConcern: { w: 'majority' },
      collectionUUID: new UUID(await identity(client, namespace)),
    };
    const reply: Document = await client.db(database).command(command, { signal });
    const [error] = (reply['writeErrors'] ?? []) as { code: number; errmsg: string }[];
    if (!error || error.code === DUPLICATE_KEY) return;
    if (error.code === COLLECTION_UUID_MISMATCH) throw missing(namespace);
    throw new MongoServerError({ message: error.errmsg, ...error });
  });
}

async function identity(client: MongoClient, namespace: string): Promise<string> {
  const uuid = await topicIdentity(client, namespace).catch((error: Error) => {
    throw error instanceof NotCapped ? new AlertsUnavailable(error.message, { cause: error }) : error;
  });
  if (uuid === undefined) throw missing(namespace);
  return uuid;
}

function missing(namespace: string): AlertsUnavailable {
  return new AlertsUnavailable(
    `${namespace} is missing: have an administrator run npm run roles (docs/mongodb-roles.md)`,
  );
}
