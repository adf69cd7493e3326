import type { Db, Document, MongoClient, RunCommandCursor } from 'mongodb';
import { Line } from './line.ts';
import { nextDocument } from './next-document.ts';

/** Documents that one getMore brings at most. More of them waiting means that we have not caught up. */
const BATCH = 1000;

export interface TopicCursorOptions {
  /** Of the database. */
  readonly client: MongoClient;
  readonly readConcern: 'majority' | 'local';
  /** How long mongod waits for the first document before it answers "none", in milliseconds. */
  readonly awaitMs: number;
  /** Oldest documents to leave out. */
  readonly skip: number;
  /** Foreign documents may be large: only what an entry has travels. */
  readonly fields: Readonly<Record<string, 1>>;
}

/** What a read brought: documents in natural order, and whether the topic's end was reached with them. */
export interface Batch {
  readonly documents: Document[];
  readonly caughtUp: boolean;
}

/**
 * A tailable cursor that is known to hear: it has returned a document.
 *
 * Opened by its command rather than by `find()`: a FindCursor's wait is the same for its whole life.
 */
export class TopicCursor {
  readonly #cursor: RunCommandCursor;
  readonly #line: Line;
  #first: Batch | undefined;

  private constructor(cursor: RunCommandCursor, line: Line, first: Batch) {
    this.#cursor = cursor;
    this.#line = line;
    this.#first = first;
  }

  /**
   * Opens a cursor at the start of the collection.
   *
   * @param collection of the database
   * @returns undefined while the cursor has nothing to return. One on an empty collection is dead at birth, and one
   *   opened between a first document's insert and its visibility is alive and deaf: it never returns anything
   *   (26 of 26 measured). So a cursor that has not yet returned a document is worth nothing: open another.
   */
  static async open(
    database: Db,
    collection: string,
    { client, readConcern, awaitMs, skip, fields }: TopicCursorOptions,
  ): Promise<TopicCursor | undefined> {
    const find = {
      find: collection,
      filter: {},
      tailable: true,
      awaitData: true,
      batchSize: BATCH,
      readConcern: { level: readConcern },
      projection: fields,
      ...(skip > 0 && { skip }),
    };
    // A string of broken UTF-8 is a bad document, not the end of the tail.
    const cursor = database.runCursorCommand(find, { enableUtf8Validation: false });
    cursor.setBatchSize(BATCH).setMaxTimeMS(awaitMs);
    const first = await cursor.tryNext();
    if (first === null) {
      await cursor.close();
      return undefined;
    }
    return new TopicCursor(cursor, new Line(client), drain(cursor, first));
  }

  /**
   * The next documents; none when nothing came in time.
   *
   * @param awaitMs how long mongod waits for one, in milliseconds
   * @throws whatever ended the cursor: network, stepdown, CappedPositionLost, the collection dropped
   */
  async read(awaitMs: number): Promise<Batch> {
    if (this.#first) {
      const first = this.#first;
      this.#first = undefined;
      return first;
    }
    const question = nextDocument(this.#cursor.setMaxTimeMS(awaitMs), 'the cursor');
    const document = await this.#line.answer(question);
    return document === null ? { documents: [], caughtUp: true } : drain(this.#cursor, document);
  }

  async close(): Promise<void> {
    await this.#cursor.close();
  }
}

function drain(cursor: RunCommandCursor, first: Document): Batch {
  const documents = [first, ...cursor.readBufferedDocuments()];
  return { documents, caughtUp: documents.length < BATCH };
}
