import { callbackify } from 'node:util';
import type { Collection, Db, Document, FindOneAndUpdateOptions } from 'mongodb';

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A database as drivers up to 3.x showed it, by callbacks, on top of today's: so that a peer of that time runs on the
 * same driver as all others. As much of it as mongodb-queue 4 uses.
 */
export function callbackDb(db: Db): object {
  return { collection: (name: string) => callbackCollection(db.collection(name)) };
}

function callbackCollection(collection: Collection): object {
  return {
    createIndex: (keys: Document, ...rest: (Document | Callback)[]) =>
      answer(rest.at(-1), collection.createIndex(keys as never, rest.length > 1 ? (rest[0] as object) : {})),
    insertMany: (documents: Document[], callback: Callback) =>
      answer(
        callback,
        collection.insertMany(documents).then((result) => ({ ...result, ops: documents })),
      ),
    findOneAndUpdate: (filter: Document, update: Document, options: Document, callback: Callback) => {
      const { sort } = options as FindOneAndUpdateOptions;
      const wanted = { returnDocument: 'after', includeResultMetadata: true, ...(sort && { sort }) } as const;
      answer(callback, collection.findOneAndUpdate(filter, update, wanted));
    },
    countDocuments: (filter: Document, callback: Callback) =>
      answer(callback, collection.countDocuments(filter)),
    deleteMany: (filter: Document, callback: Callback) => answer(callback, collection.deleteMany(filter)),
  };
}

function answer(callback: unknown, result: Promise<unknown>): void {
  callbackify(() => result)(callback as Callback);
}
