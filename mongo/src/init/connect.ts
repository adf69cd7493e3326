import { MongoClient } from 'mongodb';
import { internalUser, keyError } from './internal-user.ts';
import type { InitOptions } from './options.ts';

/** An election, and the first copy of the data. */
const PATIENCE_MS = 60_000;

/**
 * A client of the whole set that may do everything; waits for a primary, which may be just about to be elected.
 *
 * @param hosts the set's connection string
 * @throws Error that names the members when there is no primary within a minute, or the key is not theirs
 */
export async function connect(
  hosts: string,
  { members, key }: Pick<InitOptions, 'members' | 'key'>,
): Promise<MongoClient> {
  const client = new MongoClient(hosts, {
    appName: 'ticker-init',
    serverSelectionTimeoutMS: PATIENCE_MS,
    ...internalUser(key),
  });
  try {
    return await client.connect();
  } catch (cause) {
    await client.close().catch(() => {});
    const error = keyError(cause, members);
    if (error !== cause) throw error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`no primary answers at ${members.join(', ')} (MEMBERS): ${why}`, { cause });
  }
}
