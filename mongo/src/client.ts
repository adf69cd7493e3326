import { MongoClient, type MongoClientOptions } from 'mongodb';

/** Host and path of a connection string, without user, password or options: safe to print. */
export function redactUri(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
}

/**
 * A connected client.
 *
 * @param uri connection string of the replica set
 * @param appName shown by mongod in its log and in `currentOp`, so that an operator sees whose operation it is
 * @throws Error that names the hosts (never the credentials) when no member answers within 10 s, or `options`' time
 */
export async function connect(
  uri: string,
  appName: string,
  options: MongoClientOptions = {},
): Promise<MongoClient> {
  const client = new MongoClient(uri, { appName, serverSelectionTimeoutMS: 10_000, ...options });
  try {
    return await client.connect();
  } catch (cause) {
    await client.close().catch(() => {});
    throw new Error(
      `No MongoDB answers at ${redactUri(uri)} (MONGODB_URI): ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
