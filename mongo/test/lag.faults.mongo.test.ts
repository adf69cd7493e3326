import { findMongod, type Member, ReplicaSet } from '@ticker/mongo/embedded';
import { type Collection, type Document, MongoClient, ObjectId } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RecordingTail } from './recording-tail.ts';

// These tests have a member fall behind the others, so the set is their own.

let set: ReplicaSet;
let client: MongoClient;
let collection: Collection<Document>;
let tail: RecordingTail;
let made = 0;

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
  const options = { capped: true, size: 2 ** 24, max: 100_000 };
  collection = await client.db('test_lag').createCollection(`t${made++}`, options);
  await insert();
});
afterEach(async () => {
  await tail?.stop();
});

const ids: string[] = [];

async function insert(): Promise<void> {
  const _id = new ObjectId();
  await collection.insertOne({ _id, time: new Date(), ticker: 'PIP', price: 1 });
  ids.push(_id.toHexString());
}

async function start(options: Parameters<typeof RecordingTail.start>[2] = {}): Promise<Member> {
  ids.splice(0, ids.length - 1);
  tail = await RecordingTail.start(set.uri, collection.namespace, { steadyMs: 0, ...options });
  // A machine that is busy may know the primary alone at first: the tail begins there, and moves on.
  await tail.until(() => tail.items.some(({ type }) => type === 'filled') && onSecondary());
  return memberRead();
}

function onSecondary(): boolean {
  const { state, memberState } = tail.tail.status;
  return state === 'live' && memberState === 'SECONDARY';
}

function memberRead(): Member {
  return set.members.find(({ address }) => address === tail.tail.status.member)!;
}

/** Has a member take over nothing any more, until this resolves. */
async function stuck(member: Member, until: () => boolean): Promise<void> {
  const point = { configureFailPoint: 'rsSyncApplyStop' };
  await member.command({ ...point, mode: 'alwaysOn' });
  try {
    while (!until()) await insert();
  } finally {
    await member.command({ ...point, mode: 'off' });
  }
}

describe('A tail whose member falls behind the set', () => {
  it('goes on at a secondary that does not, and loses and doubles nothing', async () => {
    const behind = await start();
    const before = new Map(tail.tail.reopens);
    await stuck(behind, () => memberRead() !== behind && onSecondary() && tail.ticks.length >= ids.length);
    const since = [...tail.tail.reopens].map(([reason, count]) => [reason, count - before.get(reason)!]);
    // On a busy machine it may come there by way of the primary: then it moves once more, for a better member.
    const lagged = since.filter(([reason, count]) => reason !== 'better_member' && count !== 0);
    expect(lagged).toEqual([['member_lags', 1]]);
    expect(tail.ids).toEqual(ids);
    expect(tail.gaps).toBe(0);
  });

  it('goes on at the primary where that is the only one left for it, and returns', async () => {
    const [only] = await set.secondaries();
    const primary = await set.primary();
    const { config } = (await primary.command({ replSetGetConfig: 1 })) as { config: Document };
    const members = (config['members'] as Document[]).map((member) =>
      Object.assign(member, { tags: member['host'] === only!.address ? { use: 'ticker' } : {} }),
    );
    await primary.command({ replSetReconfig: { ...config, version: config['version'] + 1, members } });
    const behind = await start({ tags: [{ use: 'ticker' }] });
    expect(behind).toBe(only);
    await stuck(behind, () => memberRead() === primary && tail.ticks.length >= ids.length);
    expect(tail.tail.status).toMatchObject({
      state: 'degraded',
      why: expect.stringContaining('lags behind: reading from the primary'),
    });
    expect(tail.ids).toEqual(ids);
    await tail.until(() => memberRead() === only && tail.tail.status.state === 'live');
    await insert();
    await tail.until(() => tail.ticks.length === ids.length);
    expect(tail.ids).toEqual(ids);
    expect(tail.gaps).toBe(0);
  });
});
