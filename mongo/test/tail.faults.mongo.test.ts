import { MongoClient, type Collection, type Document } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findMongod, type Member, ReplicaSet } from '@ticker/mongo/embedded';
import type { Log } from '../src/log.ts';
import { TopicCursor } from '../src/topic-cursor.ts';
import { displacement, publishOverlapping } from './overlapping-publishers.ts';
import { RecordingTail } from './recording-tail.ts';

// These tests kill, demote and promote members, so the set is their own.

const SEED = 20_251_121;
let set: ReplicaSet;
let client: MongoClient;
let collection: Collection<Document>;
let made = 0;
const tails: RecordingTail[] = [];

beforeAll(async () => {
  set = await ReplicaSet.start({
    mongod: await findMongod({ log: console.log }),
    setParameter: { enableTestCommands: 1 },
  });
  client = await new MongoClient(set.uri, { writeConcern: { w: 'majority' } }).connect();
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
});
beforeEach(async () => {
  await set.settled();
  collection = await client
    .db('test_faults')
    .createCollection(`t${made++}`, { capped: true, size: 2 ** 24, max: 100_000 });
});
afterEach(async () => {
  await Promise.all(tails.splice(0).map((tail) => tail.stop()));
  // A test that failed may have left one down.
  for (const member of set.members) await member.start();
});

async function start(options: Parameters<typeof RecordingTail.start>[2] = {}): Promise<RecordingTail> {
  const tail = await RecordingTail.start(set.uri, collection.namespace, options);
  tails.push(tail);
  await tail.until(() => tail.items.some(({ type }) => type === 'filled'));
  return tail;
}

function memberOf(tail: RecordingTail): Member {
  const { member } = tail.tail.status;
  return set.members.find(({ address }) => address === member)!;
}

/** All of these ids, each once, and nothing else. */
async function expectExactly(tail: RecordingTail, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  await tail.until(() => tail.ticks.length >= wanted.size);
  expect(new Set(tail.ids)).toEqual(wanted);
  expect(tail.ids.length).toBe(wanted.size);
  expect(tail.gaps).toBe(0);
}

describe('Tail under faults of the set', () => {
  it('loses nothing and doubles nothing of three publishers whose inserts overlap, live', async () => {
    const tail = await start();
    const ids = await publishOverlapping(collection, 700, SEED);
    await expectExactly(tail, ids);
  });

  it('loses nothing and doubles nothing when the tailed secondary is killed', async () => {
    const tail = await start();
    const publishing = publishOverlapping(collection, 700, SEED + 1);
    await tail.until(() => tail.ticks.length > 300);
    const victim = memberOf(tail);
    await victim.kill('SIGKILL');
    const ids = await publishing;
    await expectExactly(tail, ids);
    expect(tail.tail.status.member).not.toBe(victim.address);
    expect(tail.tail.status.reopens).toBeGreaterThan(0);
    await victim.start();
  });

  it.for([
    ['a cursor', 1],
    ['a topic without a tick, so that there is none', 0],
  ] as const)(
    'leaves a member that is killed at once, with %s: the driver would try it for 3 s',
    async ([, ticks]) => {
      if (ticks > 0) await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 });
      const warn = vi.fn<Log['warn']>();
      const tail = await start({ log: { info: () => {}, warn } });
      await tail.until(() => tail.tail.status.member !== null);
      const victim = memberOf(tail);
      await victim.kill('SIGKILL');
      await tail.until(() => memberOf(tail) !== victim && tail.tail.status.state === 'live');
      // Where it waited for the driver to give up, another reason would stand there.
      const whys = warn.mock.calls.map(([fields]) => (fields as { why: string }).why);
      expect(whys[0]).toMatch(
        /^the connection to the member was closed$|^connection \d+ to \S+ closed$|ECONNREFUSED|ECONNRESET/,
      );
      await victim.start();
    },
  );

  it('moves to a secondary when its member becomes primary, and loses and doubles nothing on the way', async () => {
    const tail = await start();
    const publishing = publishOverlapping(collection, 700, SEED + 2);
    await tail.until(() => tail.ticks.length > 300);
    const before = memberOf(tail);
    await stepUp(before);
    await tail.until(() => memberOf(tail) !== before && tail.tail.status.memberState === 'SECONDARY');
    const ids = await publishing;
    await expectExactly(tail, ids);
    expect((await set.primary()).address).toBe(before.address);
  });

  it('reads a former primary after the others, in whose order it stands differently, without loss or double', async () => {
    // Ticks that the primary itself ordered, then read on by a tail that comes from another member.
    const primary = await set.primary();
    const tail = await start();
    const ids = await publishOverlapping(collection, 700, SEED + 3);
    await expectExactly(tail, ids);
    const orders = await Promise.all(set.members.map((member) => orderOf(member, collection)));
    const differing = orders.map((order) => displacement(orders[0]!, order));
    console.log('natural orders against the first member, displaced and by how much at most:', differing);

    await set.stepDown();
    const later = publishOverlapping(collection, 300, SEED + 4);
    // With the other secondary in maintenance, the former primary is the only one, wherever the tail is by now.
    const others = (await set.secondaries()).filter((member) => member !== primary);
    for (const other of others) await other.command({ replSetMaintenance: true });
    await tail.until(() => memberOf(tail) === primary && tail.tail.status.state === 'live');
    await expectExactly(tail, [...ids, ...(await later)]);
    for (const other of others) await other.command({ replSetMaintenance: false });
  });

  it('reads from the primary where no secondary is left, says so, and goes back when one returns', async () => {
    const tail = await start();
    const secondaries = await set.secondaries();
    // Maintenance mode: they vote, so the primary stays one, but they may not be read from.
    for (const secondary of secondaries) await secondary.command({ replSetMaintenance: true });
    await tail.until(() => tail.tail.status.state === 'degraded');
    expect(tail.tail.status).toMatchObject({
      memberState: 'PRIMARY',
      why: expect.stringContaining('no secondary'),
    });
    await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 }, { writeConcern: { w: 1 } });
    for (const secondary of secondaries) await secondary.command({ replSetMaintenance: false });
    await tail.until(() => tail.tail.status.state === 'live');
    expect(tail.tail.status.memberState).toBe('SECONDARY');
    await tail.until(() => tail.ticks.length === 1);
    expect(tail.gaps).toBe(0);
  });

  it('says why nothing comes while two of three are down, and is live again when they are back', async () => {
    await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 });
    const tail = await start();
    const down = set.members.filter((member) => member !== memberOf(tail));
    await Promise.all(down.map((member) => member.kill('SIGKILL')));
    // Until its silence is noticed, a primary that is down is still one: nobody has lost it yet.
    await tail.until(() => tail.tail.status.why?.includes('no primary') ?? false);
    expect(tail.tail.status.state).toBe('degraded');
    await Promise.all(down.map((member) => member.start()));
    await tail.until(() => tail.tail.status.state === 'live');
    await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 2 });
    await tail.until(() => tail.ticks.length === 2);
    expect(tail.gaps).toBe(0);
  });

  it('delivers no tick that the set could still lose: not before its majority commit', async () => {
    const secondaries = await set.secondaries();
    for (const secondary of secondaries) await secondary.command({ replSetMaintenance: true });
    // With no secondary to read, both read the primary, which has each tick before it is safe.
    const careful = await start();
    const hasty = await start({ readConcern: 'local' });
    for (const { address } of secondaries) expect(careful.tail.status.member).not.toBe(address);
    const stuck = { configureFailPoint: 'rsSyncApplyStop' };
    for (const secondary of secondaries) await secondary.command({ ...stuck, mode: 'alwaysOn' });
    try {
      await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 }, { writeConcern: { w: 1 } });
      await hasty.until(() => hasty.ticks.length === 1);
      expect(careful.ticks).toEqual([]);
    } finally {
      for (const secondary of secondaries) await secondary.command({ ...stuck, mode: 'off' });
    }
    await careful.until(() => careful.ticks.length === 1);
    for (const secondary of secondaries) await secondary.command({ replSetMaintenance: false });
  });

  it('takes no cursor that was opened before the first tick was visible: such a one never hears', async () => {
    const secondaries = await set.secondaries();
    const stuck = { configureFailPoint: 'rsSyncApplyStop' };
    for (const secondary of secondaries) await secondary.command({ ...stuck, mode: 'alwaysOn' });
    const fields = { price: 1 } as const;
    const options = { client, readConcern: 'majority', awaitMs: 20, skip: 0, fields } as const;
    const open = () => TopicCursor.open(client.db(collection.dbName), collection.collectionName, options);
    const deaf = collection.find({}, { tailable: true, awaitData: true, readConcern: 'majority' });
    try {
      await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 }, { writeConcern: { w: 1 } });
      // It is alive, and looks as good as any.
      expect(await deaf.tryNext()).toBeNull();
      expect(deaf.id?.isZero()).toBe(false);
      expect(await open()).toBeUndefined();
    } finally {
      for (const secondary of secondaries) await secondary.command({ ...stuck, mode: 'off' });
    }
    await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 2 });
    const cursor = await open();
    expect((await cursor?.read(20))?.documents.map(({ price }) => price)).toEqual([1, 2]);
    expect(await deaf.tryNext()).toBeNull();
    await Promise.all([cursor?.close(), deaf.close()]);
  });

  it('leaves a member that answers nothing any more', async () => {
    const tail = await start();
    const frozen = memberOf(tail);
    frozen.pause();
    try {
      await tail.until(() => tail.tail.status.state === 'stalled');
      expect(tail.tail.status.why).toContain('has not answered');
      await tail.until(() => memberOf(tail) !== frozen && tail.tail.status.state === 'live');
      await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 });
      await tail.until(() => tail.ticks.length === 1);
    } finally {
      frozen.resume();
    }
  });
});

/** Makes a member primary. The others refuse it their votes while it is behind them, as it may be under load. */
async function stepUp(member: Member): Promise<void> {
  const ELECTION_FAILED = 125;
  for (;;) {
    try {
      await member.command({ replSetStepUp: 1 });
      return;
    } catch (error) {
      if ((error as { code?: number }).code !== ELECTION_FAILED) throw error;
    }
  }
}

async function orderOf(member: Member, { dbName, collectionName }: Collection<Document>): Promise<string[]> {
  const direct = await new MongoClient(`mongodb://${member.address}/?directConnection=true`).connect();
  const documents = await direct
    .db(dbName)
    .collection(collectionName)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  await direct.close();
  return documents.map(({ _id }) => String(_id));
}
