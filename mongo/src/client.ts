import { MongoClient, type MongoClientOptions } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import { NoConnectionString } from './errors.ts';

const AUTHENTICATION_FAILED = 18;

/** Hosts and path of a connection string, without user, password or options: safe to print. */
export function redactUri(uri: string): string {
  return uri.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '');
}

/**
 * A client that is not connected yet.
 *
 * @param uri connection string of the replica set
 * @param appName shown by mongod in its log and in `currentOp`, so that an operator sees whose operation it is
 * @throws NoConnectionString, one line without the string: it may hold a password
 */
export function createClient(uri: string, appName: string, options: MongoClientOptions = {}): MongoClient {
  // What the operator put into the connection string counts more than our default.
  const patience = /[?&]serverSelectionTimeoutMS=/i.test(uri) ? {} : { serverSelectionTimeoutMS: 10_000 };
  try {
    return new MongoClient(uri, { appName, ...patience, ...options });
  } catch (cause) {
    throw new NoConnectionString((cause as Error).message, { cause });
  }
}

/**
 * A connected client; parameters as {@link createClient}.
 *
 * @throws Error that names the hosts (never the credentials) when no member answers within 10 s, or refuses these
 */
export async function connect(
  uri: string,
  appName: string,
  options: MongoClientOptions = {},
): Promise<MongoClient> {
  return open(createClient(uri, appName, options), uri);
}

/** Connects a client of {@link createClient}; throws as {@link connect}. */
export async function open(client: MongoClient, uri: string): Promise<MongoClient> {
  try {
    return await client.connect();
  } catch (cause) {
    await client.close().catch(() => {});
    const why = cause instanceof Error ? cause.message : String(cause);
    if ((cause as { code?: unknown }).code === AUTHENTICATION_FAILED) {
      throw new Error(`MongoDB at ${redactUri(uri)} refuses user or password (MONGODB_URI): ${why}`, {
        cause,
      });
    }
    throw new Error(`no MongoDB answers at ${redactUri(uri)} (MONGODB_URI): ${why}`, { cause });
  }
}

/**
 * The connection string of one member of the set, with the set's credentials and options: a client of it reads from
 * that member and no other.
 *
 * @param client of the whole set: what a `mongodb+srv` name stood for is taken from its options
 */
export function directUri(uri: string, client: MongoClient, address: string): string {
  const set = new ConnectionString(uri);
  const one = new ConnectionString(`mongodb://${address}${set.pathname || '/'}${set.search}`);
  one.username = set.username;
  one.password = set.password;
  const options = one.searchParams;
  for (const name of ['replicaSet', 'readPreference', 'readPreferenceTags', 'maxStalenessSeconds']) {
    options.delete(name);
  }
  for (const name of ['srvMaxHosts', 'srvServiceName', 'loadBalanced', 'directConnection'])
    options.delete(name);
  options.set('directConnection', 'true');
  if (set.isSRV) {
    if (!options.has('tls') && !options.has('ssl')) options.set('tls', 'true');
    const source = client.options.credentials?.source;
    if (source && !options.has('authSource')) options.set('authSource', source);
  }
  return one.toString();
}
