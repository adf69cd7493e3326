import { expect } from '@playwright/test';
import { connect, ensureTopic } from '@ticker/mongo';

type Client = Awaited<ReturnType<typeof connect>>;

/** A tick's document, or what some publisher takes for one. */
export interface TickDocument {
  readonly time?: Date;
  readonly ticker?: string;
  readonly price: number | string;
}

/** The topic of one test, seen by the bare driver: no code of ours is between a test and its documents. */
export class Topic {
  readonly name: string;
  readonly #client: Client;

  private constructor(name: string, client: Client) {
    this.name = name;
    this.#client = client;
  }

  /** Makes the topic, capped and empty; `name` is "database.collection". */
  static async make(uri: string, name: string): Promise<Topic> {
    const client = await connect(uri, 'ticker-e2e');
    await ensureTopic(client, { name, sizeBytes: 16 * 1024 * 1024, max: 100_000 });
    return new Topic(name, client);
  }

  /** Inserts one document, by default of PIP and now; gives its `_id` in hex, once the majority has it. */
  async insert(document: TickDocument): Promise<string> {
    const { insertedId } = await this.#collection().insertOne({
      time: new Date(),
      ticker: 'PIP',
      ...document,
    });
    return insertedId.toHexString();
  }

  /** Inserts many, in their order. */
  async insertMany(documents: readonly TickDocument[]): Promise<void> {
    await this.#collection().insertMany(documents.map((document) => ({ ...document })));
  }

  /** The `_id`s of all documents in hex, or of those of one ticker, in the order of the topic. */
  async ids(ticker?: string): Promise<string[]> {
    const documents = await this.#collection()
      .find(ticker === undefined ? {} : { ticker }, { projection: { _id: 1 } })
      .toArray();
    return documents.map(({ _id }) => _id.toHexString());
  }

  /** The `_id` of the last document of each ticker, in hex, by the order of the topic. */
  async lastIds(): Promise<Record<string, string>> {
    const documents = await this.#collection()
      .find({}, { projection: { ticker: 1 } })
      .toArray();
    return Object.fromEntries(documents.map(({ ticker, _id }) => [ticker, _id.toHexString()])) as Record<
      string,
      string
    >;
  }

  /** Waits until it has so many more documents than now. */
  async grows(count: number): Promise<void> {
    const before = await this.#collection().estimatedDocumentCount();
    await expect.poll(() => this.#collection().estimatedDocumentCount()).toBeGreaterThan(before + count);
  }

  /** The database that it is in. */
  get database(): string {
    return this.name.split('.')[0] ?? '';
  }

  /** The `_id`s of the alerts that fired, in hex, oldest first: rows of the collection beside the topic. */
  async alerts(): Promise<string[]> {
    const rows = await this.#client.db(this.database).collection('alerts').find().toArray();
    return rows.map(({ _id }) => _id.toHexString());
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #collection() {
    const [, ...collection] = this.name.split('.');
    const database = this.#client.db(this.database, { writeConcern: { w: 'majority' } });
    return database.collection(collection.join('.'));
  }
}
