import type { MongoClient } from 'mongodb';
import { answered } from './answered.ts';
import { createClient, directUri } from './client.ts';

/** A tail that chooses waits so long for a member's answer, in milliseconds, however many steps it takes to ask. */
const PATIENCE_MS = 1_000;
/** One look may miss a cursor that is between two questions: in neither of mongod's lists for a moment. */
const LOOKS = 2;
/** A tail asks many times a second. The cursor of a process that was killed stays, unasked, for ten minutes. */
const UNUSED_MS = 5_000;

/**
 * Asks members how many tails of a topic each of them carries: tailable cursors of the same MongoDB user, as mongod's
 * `$currentOp` reports them. It takes no privilege, since everybody may see their own.
 *
 * @param uri and `client` of the set: see {@link directUri}
 * @param addresses of the members, "host:port"
 * @param topic "database.collection"
 * @returns by address; those that don't answer within a second are left out. Never rejects
 */
export async function countTails(
  uri: string,
  client: MongoClient,
  addresses: readonly string[],
  topic: string,
): Promise<Map<string, number>> {
  const counts = await Promise.all(
    addresses.map(async (address) => {
      const count = await answered(tailsOf({ uri, client, address, topic }), PATIENCE_MS).catch(
        () => undefined,
      );
      return [address, count] as const;
    }),
  );
  return new Map(counts.flatMap(([address, count]) => (count === undefined ? [] : [[address, count]])));
}

interface Asked {
  readonly uri: string;
  readonly client: MongoClient;
  readonly address: string;
  readonly topic: string;
}

async function tailsOf({ uri, client: set, address, topic }: Asked): Promise<number> {
  const client = createClient(directUri(uri, set, address), 'ticker-count', {
    maxPoolSize: 1,
    serverSelectionTimeoutMS: PATIENCE_MS,
    connectTimeoutMS: PATIENCE_MS,
    socketTimeoutMS: PATIENCE_MS,
    readPreference: 'secondaryPreferred',
  });
  try {
    const found = new Set<string>();
    for (let look = 0; look < LOOKS; look++) {
      const cursors = await client
        .db('admin')
        .aggregate([
          { $currentOp: { allUsers: false, idleCursors: true } },
          {
            $match: {
              ns: topic,
              'cursor.tailable': true,
              // A tail has a change stream beside its cursor, which mongod calls tailable too.
              'cursor.originatingCommand.find': { $exists: true },
              $or: [
                { type: { $ne: 'idleCursor' } },
                { $expr: { $gt: ['$cursor.lastAccessDate', { $subtract: ['$$NOW', UNUSED_MS] }] } },
              ],
            },
          },
          { $project: { cursor: '$cursor.cursorId' } },
        ])
        .toArray();
      for (const { cursor } of cursors) found.add(String(cursor));
    }
    return found.size;
  } finally {
    void client.close().catch(() => {});
  }
}
