import { setTimeout as wait } from 'node:timers/promises';
import { type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import { internalUser, keyError } from './internal-user.ts';
import type { InitOptions } from './options.ts';

const PATIENCE_MS = 120_000;
const POLL_MS = 250;
/** By then the members have elected one by themselves: that is their election timeout. */
const ELECTION_MS = 10_000;

/** Another one was faster. */
const ALREADY_INITIALIZED = 23;

/**
 * Makes the members a replica set, unless they are one.
 *
 * @param patienceMs how long to wait for members that do not answer yet, in milliseconds
 * @returns whether it was made now
 * @throws Error that names who does not answer within that time, whose set the members are, or that the key is not
 *   theirs; MongoServerError
 */
export async function initiate(
  { members, set, key }: InitOptions,
  patienceMs: number = PATIENCE_MS,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const hellos = await Promise.all(members.map(hello));
    // One member that knows it is enough: where another is down, a set that runs is not to be made anew.
    const name = hellos.map((answer) => answer?.['setName']).find(Boolean);
    if (name === set) return false;
    if (name) throw new Error(`${members.join(', ')} are the replica set ${name}, not ${set} (REPLICA_SET)`);
    if (hellos.every((answer) => answer?.['isreplicaset'])) break;
    if (performance.now() > deadline) throw new Error(`${missing(members, hellos)} (MEMBERS)`);
    await wait(POLL_MS);
  }
  const config = { _id: set, members: members.map((host, _id) => ({ _id, host })) };
  return direct(members[0]!, internalUser(key), async (client) => {
    try {
      await client.db('admin').command({ replSetInitiate: config });
      await elect(client);
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== ALREADY_INITIALIZED) throw keyError(error, members);
      return false;
    }
  });
}

/** Has the first member stand for election as soon as the others vote, rather than wait for the election timeout. */
async function elect(client: MongoClient): Promise<void> {
  const admin = client.db('admin');
  const deadline = performance.now() + ELECTION_MS;
  while (performance.now() < deadline) {
    if ((await admin.command({ hello: 1 }))['primary']) return;
    // Refused while the others are not ready.
    await admin.command({ replSetStepUp: 1 }).catch(() => {});
    await wait(POLL_MS);
  }
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
