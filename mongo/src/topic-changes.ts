import type { Db, Document, RunCommandCursor } from 'mongodb';
import { nextDocument } from './next-document.ts';

/** How long mongod waits for an insert before it answers "none", in milliseconds. */
const AWAIT_MS = 1_000;

/**
 * Inserts only: in a full ring each also removes the oldest document, which is a change as well. And nothing of them:
 * what is in the topic, and in which order, the cursor says.
 */
const INSERTS: readonly Document[] = [
  { $changeStream: {} },
  { $match: { operationType: 'insert' } },
  { $project: { _id: 1 } },
];

/**
 * A change stream of a topic that tells that something was inserted, and no more. It is asked of the member that the
 * client is connected to.
 *
 * By its command rather than by `collection.watch()`: that resumes by itself where it broke, and who has only been told
 * that there is something begins again where it is now.
 */
export class TopicChanges {
  readonly #cursor: RunCommandCursor;

  private constructor(cursor: RunCommandCursor) {
    this.#cursor = cursor;
  }

  /**
   * Resolves once it hears: what is committed from then on it tells.
   *
   * @param collection of the database
   * @throws MongoServerError where the member refuses it: no right (13), not to be had
   */
  static async open(database: Db, collection: string): Promise<TopicChanges> {
    const command = { aggregate: collection, pipeline: INSERTS, cursor: {} };
    const changes = new TopicChanges(database.runCursorCommand(command));
    // The first question opens it, and asks: not to be waited for.
    changes.#cursor.setMaxTimeMS(1);
    await changes.next();
    changes.#cursor.setMaxTimeMS(AWAIT_MS);
    return changes;
  }

  /**
   * Whether something was inserted since the last answer; resolves at once where it was, else within a second.
   *
   * @throws whatever ended it: network, killed, the topic dropped
   */
  async next(): Promise<boolean> {
    const told = (await nextDocument(this.#cursor, 'the change stream')) !== null;
    // Ten inserts are no more than one: go and look.
    this.#cursor.readBufferedDocuments();
    return told;
  }

  /** Never rejects. Waits for the member. */
  async close(): Promise<void> {
    await this.#cursor.close().catch(() => {});
  }
}
