import type { Collection, Document, MongoClient } from 'mongodb';
import { onTheWire } from '../load/tick-document.ts';
import type { Tick } from '../oracle/evidence.ts';

/** How large a topic is. */
export interface Ring {
  readonly max: number;
  readonly bytes: number;
}

/** The capped collection of a play. */
export class Topic {
  readonly collection: Collection<Document>;
  readonly name: string;
  readonly #client: MongoClient;

  private constructor(client: MongoClient, collection: Collection<Document>) {
    this.#client = client;
    this.collection = collection;
    this.name = collection.namespace;
  }

  static async create(client: MongoClient, database: string, { max, bytes }: Ring): Promise<Topic> {
    const db = client.db(database, { writeConcern: { w: 'majority' } });
    const collection = await db.createCollection('ticker', { capped: true, size: bytes, max });
    await collection.createIndex({ time: 1 });
    return new Topic(client, collection);
  }

  /** Another collection takes its name, in one step: so that no insert in between makes one that is not capped. */
  async recreate({ max, bytes }: Ring): Promise<void> {
    const { dbName, collectionName } = this.collection;
    const db = this.#client.db(dbName, { writeConcern: { w: 'majority' } });
    const next = await db.createCollection(`${collectionName}_next`, { capped: true, size: bytes, max });
    await next.rename(collectionName, { dropTarget: true });
  }

  async resize({ max, bytes }: Ring): Promise<void> {
    const { dbName, collectionName } = this.collection;
    await this.#client.db(dbName).command({ collMod: collectionName, cappedSize: bytes, cappedMax: max });
  }

  /** All that it holds, by a majority read of the primary. */
  async ticks(): Promise<Tick[]> {
    const options = { readConcern: { level: 'majority' }, readPreference: 'primary' } as const;
    const documents = await this.collection.find({}, options).toArray();
    return documents.map(onTheWire);
  }

  async drop(): Promise<void> {
    await this.#client.db(this.collection.dbName).dropDatabase();
  }
}
