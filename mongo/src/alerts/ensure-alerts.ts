import type { MongoClient } from 'mongodb';
import { NAMESPACE_EXISTS, UNAUTHORIZED } from '../error-code.ts';
import { NotCapped } from '../errors.ts';
import { ensureQueue } from '../queue/ensure-queue.ts';
import { QueueMismatch } from '../queue/errors.ts';
import { topicIdentity } from '../topic-identity.ts';
import { type Blueprint, blueprints } from './blueprint.ts';
import { AlertsUnavailable } from './errors.ts';
import type { AlertNames } from './names.ts';

/**
 * Sees to it that the collections of the alerts and their indexes are there. It may be run again, and by many at once,
 * and by a user who may make nothing where all is there already (their indexes are taken for granted then).
 *
 * @throws AlertsUnavailable, with what to do; MongoError
 */
export async function ensureAlerts(client: MongoClient, names: AlertNames): Promise<void> {
  const { rules, alerts, jobs, dead } = blueprints(names);
  const parts: [() => Promise<unknown>, Blueprint[]][] = [
    [() => make(client, rules), [rules]],
    [() => make(client, alerts), [alerts]],
    [() => makeQueue(client, names), [jobs, dead]],
  ];
  let refused: unknown;
  const missing = await Promise.all(
    parts.map(([run, made]) =>
      run().then(
        () => [],
        (error: { code?: unknown }) => {
          if (error.code !== UNAUTHORIZED) throw error;
          refused = error;
          return missingOf(client, made);
        },
      ),
    ),
  );
  const gone = missing.flat();
  if (gone.length > 0) {
    throw new AlertsUnavailable(
      `${gone.join(', ')} ${gone.length > 1 ? 'are' : 'is'} missing, and this user may not make ` +
        `${gone.length > 1 ? 'them' : 'it'}: have an administrator run npm run roles (docs/mongodb-roles.md)`,
      { cause: refused },
    );
  }
  await requireCapped(client, names.alerts);
}

async function make(
  client: MongoClient,
  { database, collection, capped, indexes }: Blueprint,
): Promise<void> {
  const db = client.db(database, { writeConcern: { w: 'majority' }, readPreference: 'primary' });
  await db
    .createCollection(collection, capped ? { capped: true, ...capped } : {})
    .catch((error: { code?: unknown }) => {
      if (error.code !== NAMESPACE_EXISTS) throw error;
    });
  if (indexes.length > 0) await db.collection(collection).createIndexes([...indexes]);
}

async function makeQueue(client: MongoClient, names: AlertNames): Promise<void> {
  const { dead } = blueprints(names);
  try {
    await ensureQueue(client, { ...names.queue, keepSeconds: 'as it is' });
    await make(client, dead);
  } catch (error) {
    if (!(error instanceof QueueMismatch)) throw error;
    throw new AlertsUnavailable(`${error.message} (QUEUE)`, { cause: error });
  }
}

/** Asks for no right: it is told the collections that the user may do anything with. */
async function missingOf(client: MongoClient, wanted: readonly Blueprint[]): Promise<string[]> {
  const found = await Promise.all(
    wanted.map(({ database, collection: name }) =>
      client
        .db(database, { readPreference: 'primary' })
        .listCollections({ name }, { nameOnly: true, authorizedCollections: true })
        .toArray(),
    ),
  );
  return wanted.flatMap(({ database, collection }, index) =>
    found[index]!.length === 0 ? [`${database}.${collection}`] : [],
  );
}

async function requireCapped(client: MongoClient, alerts: string): Promise<void> {
  try {
    if ((await topicIdentity(client, alerts)) !== undefined) return;
  } catch (error) {
    if (error instanceof NotCapped) throw new AlertsUnavailable(error.message, { cause: error });
    if ((error as { code?: unknown }).code === UNAUTHORIZED) return;
    throw error;
  }
  throw new AlertsUnavailable(`${alerts} was dropped a moment ago`);
}
