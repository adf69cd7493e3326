import { once } from 'node:events';
import { connect } from 'node:net';
import { CloseCode, type Tick } from '@ticker/protocol';
import { type Collection, MongoClient, ObjectId } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { cursorsOn, onMember } from '../../mongo/test/topic-cursors.ts';
import { RawClient } from './raw-client.ts';
import { ServerProcess } from './server-process.ts';

// The real server processes on the real replica set.

const DATABASE = 'test_server';
const uri = inject('uri');
let mongo: MongoClient;
let topic: Collection;
let made = 0;
const servers: ServerProcess[] = [];
const clients: RawClient[] = [];

beforeAll(async () => {
  mongo = await new MongoClient(uri, { writeConcern: { w: 'majority' } }).connect();
});
afterAll(async () => {
  await mongo.db(DATABASE).dropDatabase();
  await mongo.close();
});
beforeEach(async () => {
  topic = await mongo
    .db(DATABASE)
    .createCollection(`t${made++}`, { capped: true, size: 2 ** 24, max: 100_000 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')));
});

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start({
    MONGODB_URI: uri,
    TOPIC: topic.namespace,
    QUEUE: `${DATABASE}.queue`,
    ...environment,
  });
  servers.push(server);
  return server;
}

async function subscribed(server: ServerProcess, since?: string[]): Promise<RawClient> {
  const client = await RawClient.open(server.url);
  clients.push(client);
  await client.expect('welcome');
  client.send({ type: 'subscribe', id: 1, tickers: ['*'], ...(since && { since }) });
  expect(await client.expect('subscribed')).toMatchObject({ resumed: since !== undefined });
  if (!since) await client.expect('snapshot');
  return client;
}

async function publish(count: number): Promise<string[]> {
  const documents = Array.from({ length: count }, (_, n) => ({
    _id: new ObjectId(),
    time: new Date(),
    ticker: 'PIP',
    price: n,
  }));
  await topic.insertMany(documents);
  return documents.map(({ _id }) => _id.toHexString());
}

describe('Server', () => {
  it('brings the document that was inserted to the socket', async () => {
    const client = await subscribed(await start());
    const time = new Date('2024-11-21T12:00:01.123Z');
    const { insertedId } = await topic.insertOne({ time, ticker: 'PIP', price: 44.51 });
    expect(await client.ticks(1)).toEqual([
      { id: insertedId.toHexString(), time: time.getTime(), ticker: 'PIP', price: 44.51 },
    ]);
  });

  it('brings ticks in order of their inserts, across batches, to every client', async () => {
    const server = await start();
    const both = [await subscribed(server), await subscribed(server)];
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(...(await publish(100)));
    for (const client of both) expect((await client.ticks(2_000)).map(({ id }) => id)).toEqual(ids);
  });

  it('lets a client resume on another process, nothing missing, nothing twice', async () => {
    const [first, second] = [await start(), await start()];
    const client = await subscribed(first);
    const before = await publish(500);
    const had = (await client.ticks(500)).map(({ id }) => id);
    client.close();
    const missed = await publish(300);
    const again = await subscribed(second, had.slice(-256));
    const live = await publish(1);
    const got = (await again.ticks(301)).map(({ id }) => id);
    expect(had).toEqual(before);
    expect(got).toEqual([...missed, ...live]);
  });

  it('keeps clients that arrive during a storm of ticks exact: each tick once, from the snapshot on', async () => {
    const server = await start();
    const late: RawClient[] = [];
    const publishing = (async () => {
      const ids: string[] = [];
      while (late.length < 5) ids.push(...(await publish(50)));
      // One more when all have joined: whoever joins last has something to wait for.
      return [...ids, ...(await publish(50))];
    })();
    for (let n = 0; n < 5; n++) late.push(await subscribed(server));
    const all = await publishing;
    const last = all.at(-1)!;
    for (const client of late) {
      const got: Tick[] = [];
      while (got.at(-1)?.id !== last) got.push(...(await client.ticks(1)));
      expect(got.map(({ id }) => id)).toEqual(all.slice(-got.length));
    }
  });

  it('has one cursor on the set, and one change stream that wakes it, however many subscribers', async () => {
    const server = await start();
    await publish(1);
    for (let n = 0; n < 50; n++) await subscribed(server);
    const { tail } = await server.status();
    const commands = await onMember(tail.member!, (member) =>
      vi.waitUntil(
        async () => {
          const found = await cursorsOn(member, topic.namespace);
          return found.length > 1 && found.map(({ command }) => command);
        },
        { timeout: 20_000 },
      ),
    );
    expect(commands.toSorted()).toEqual(['aggregate', 'find']);
  });

  it('tells in /api/status where it reads, how far behind, and how long the ring lasts', async () => {
    const server = await start();
    const client = await subscribed(server);
    const ids = await publish(10);
    await client.ticks(10);
    expect(await server.status()).toEqual({
      tail: {
        state: 'live',
        why: null,
        member: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        memberState: 'SECONDARY',
        lagMs: expect.any(Number),
        reopens: 0,
        gaps: 0,
        badDocuments: 0,
      },
      topic: { count: expect.any(Number), sizeBytes: expect.any(Number), max: 100_000, windowSeconds: null },
      backlog: { size: 10, first: ids[0], last: ids[9] },
      subscribers: 1,
      ticksPerSecond: expect.any(Number),
      draining: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      worker: null,
    });
  });

  it('drains on SIGTERM: says when to come back, closes with 1012, and ends with 0', async () => {
    const server = await start();
    const client = await subscribed(server);
    const stopped = server.stop('SIGTERM');
    await client.expect('shutdown');
    expect(await client.closed).toMatchObject({ code: CloseCode.Restart });
    expect(await stopped).toBe(0);
  });

  it('drains at once, though a connection is open that never sent a request', async () => {
    const server = await start();
    const spare = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(spare, 'connect');
    // The last resort after 10 s would end it with 1.
    expect(await server.stop('SIGTERM')).toBe(0);
    spare.destroy();
  });

  it('ends when the program that started it is gone', async () => {
    const server = await start();
    server.process.disconnect();
    expect(await server.exited).toBe(0);
  });
});

describe('Configuration', () => {
  it.each([
    [{ MONGODB_URI: '' }, 'MONGODB_URI'],
    [{ MONGODB_URI: 'http://localhost' }, 'MONGODB_URI'],
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ TOPIC: 'finance' }, 'TOPIC'],
    [{ READ_CONCERN: 'linearizable' }, 'READ_CONCERN'],
    [{ TAIL_AWAIT_MS: '0' }, 'TAIL_AWAIT_MS'],
    [{ FLUSH_MS: '-1' }, 'FLUSH_MS'],
    [{ BACKLOG_MAX: '1.5' }, 'BACKLOG_MAX'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('%o ends it with one line that names the value', async (bad, name) => {
    const { code, output } = await ServerProcess.failing({
      MONGODB_URI: uri,
      TOPIC: topic.namespace,
      ...bad,
    });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(name);
  });

  it('a port in use ends it with one line that says so', async () => {
    const server = await start();
    const { port } = new URL(server.url);
    const { code, output } = await ServerProcess.failing({
      MONGODB_URI: uri,
      TOPIC: topic.namespace,
      PORT: port,
    });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `ticker: PORT ${port} is in use: stop the other program, or choose another PORT`,
    );
  });

  it('never prints the password of the connection string', async () => {
    const { code, output } = await ServerProcess.failing({
      MONGODB_URI: 'mongodb://user:hunter2@127.0.0.1:1/?serverSelectionTimeoutMS=500',
    });
    expect(code).toBe(1);
    expect(output).not.toContain('hunter2');
  });
});
