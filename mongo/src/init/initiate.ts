import { setTimeout as wait } from 'node:timers/promises';
import { type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import { internalUser } from './internal-user.ts';
import type { InitOptions } from './options.ts';

const PATIENCE_MS = 120_000;
const POLL_MS = 250;

/** Another one was faster. */
const ALREADY_INITIALIZED = 23;

/**
 * Makes the members a replica set, unless they are one.
 *
 * @returns whether it was made now
 * @throws Error that names who does not answer within two minutes; MongoServerError
 */
export async function initiate({ members, set, key }: InitOptions): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const hellos = await Promise.all(members.map(hello));
    // One member that knows it is enough: where another is down, a set that runs is not to be made anew.
    if (hellos.some((answer) => answer?.['setName'])) return false;
    if (hellos.every((answer) => answer?.['isreplicaset'])) break;
    if (performance.now() > deadline) throw new Error(`${missing(members, hellos)} (MEMBERS)`);
    await wait(POLL_MS);
  }
  const config = { _id: set, members: members.map((host, _id) => ({ _id, host })) };
  return direct(members[0]!, internalUser(key), async (client) => {
    try {
      await client.db('admin').command({ replSetInitiate: config });
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== ALREADY_INITIALIZED) throw error;
      return false;
    }
  });
}

function missing(members: readonly string[], hellos: readonly (Document | undefined)[]): string {
  const silent = members.filter((_, index) => !hellos[index]);
  if (silent.length > 0) return `no mongod answers at ${silent.join(', ')}`;
  const alone = members.filter((_, index) => !hellos[index]!['isreplicaset']);
  return `mongod at ${alone.join(', ')} was not started with --replSet`;
}

/** Undefined: it does not answer. */
async function hello(address: string): Promise<Document | undefined> {
  return direct(address, {}, (client) => client.db('admin').command({ hello: 1 })).catch(() => undefined);
}

async function direct<T>(
  address: string,
  options: MongoClientOptions,
  work: (client: MongoClient) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`, {
    appName: 'ticker-init',
    serverSelectionTimeoutMS: 2_000,
    ...options,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
