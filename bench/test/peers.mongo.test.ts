import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
// Load processes are those that were built: `npm run build` comes first.
import type { DirectCalls } from '../dist/load/direct-calls.js';
import type { PublisherCalls } from '../dist/load/publisher.js';
import type { SocketIoClientCalls } from '../dist/load/socket-io-clients.js';
import type { SocketIoServerCalls } from '../dist/load/socket-io-server.js';
import { Remote } from '../dist/stage/remote.js';
import { reached } from '../dist/variant/socket-io-variant.js';

const DATABASE = 'bench-peers';
const ORDER = { rate: 200, seconds: 0.5 };
const LISTENERS = 3;
const PATIENCE_MS = 10_000;
const ALL = { deliveries: 100 * LISTENERS, lost: 0, doubled: 0, gaps: 0, ended: 0 };

const uri = inject('uri');
const place = { uri, database: DATABASE, collection: 'ticker' };
let client: MongoClient;
let publisher: Remote<PublisherCalls>;

beforeAll(async () => {
  client = await new MongoClient(uri).connect();
  await client.db(DATABASE).dropDatabase();
  const topic = await client
    .db(DATABASE, { writeConcern: { w: 3 } })
    .createCollection('ticker', { capped: true, size: 1e6 });
  // A tailable cursor on an empty collection is dead at once.
  await topic.insertOne({ time: new Date() });
  publisher = new Remote('publisher', 'publisher');
  await publisher.call('connect', place);
});
afterAll(async () => {
  await publisher.stop();
  await client.db(DATABASE).dropDatabase();
  await client.close();
});

it.each(['cursors', 'change-streams'])(
  'every tick of a pace comes once to every listener: %s',
  async (entry) => {
    const listeners = new Remote<DirectCalls>('listeners', entry);
    try {
      await listeners.call('open', { ...place, count: LISTENERS });
      await listeners.call('expect', 1);
      const { counts } = await publisher.call('paced', { run: 1, ...ORDER });
      expect(await listeners.call('collect', { published: counts, patienceMs: PATIENCE_MS })).toMatchObject(
        ALL,
      );
    } finally {
      await listeners.stop();
    }
  },
);

it('every tick of a pace comes once to every listener: Socket.IO', async () => {
  const [emitter, server] = [1, 2].map(
    () => new Remote<SocketIoServerCalls>('server', 'socket-io-server'),
  ) as [Remote<SocketIoServerCalls>, Remote<SocketIoServerCalls>];
  const clients = new Remote<SocketIoClientCalls>('clients', 'socket-io-clients');
  try {
    await emitter.call('start', { uri, database: DATABASE });
    const port = await server.call('start', { uri, database: DATABASE });
    await clients.call('open', { port, count: LISTENERS });
    await reached(emitter, clients, LISTENERS);
    await clients.call('expect', 2);
    const { counts } = await emitter.call('paced', { run: 2, ...ORDER });
    expect(await clients.call('collect', { published: counts, patienceMs: PATIENCE_MS })).toMatchObject(ALL);
  } finally {
    await Promise.all([clients, server, emitter].map((remote) => remote.stop()));
  }
});
