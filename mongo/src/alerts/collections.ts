import type { Collection, Db, MongoClient } from 'mongodb';
import { splitNamespace } from '../namespace.ts';
import { type Collections as QueueCollections, collectionsOf } from '../queue/collections.ts';
import type { AlertNames } from './names.ts';
import type { RuleDocument } from './rule-document.ts';

/** What the verbs of the rules read and write, on the primary. */
export interface Collections {
  readonly client: MongoClient;
  readonly db: Db;
  readonly rules: Collection<RuleDocument>;
  readonly queue: QueueCollections;
}

/** A write is done when no failover can take it back. */
export const MAJORITY = { w: 'majority' } as const;

export function alertCollections(client: MongoClient, { rules, queue }: AlertNames): Collections {
  const { database, collection } = splitNamespace(rules);
  const db = client.db(database, { writeConcern: MAJORITY, readPreference: 'primary' });
  return { client, db, rules: db.collection(collection), queue: collectionsOf(client, queue) };
}
