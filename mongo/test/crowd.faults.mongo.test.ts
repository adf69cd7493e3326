import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countTails } from '../src/count-tails.ts';
import { RecordingTail } from './recording-tail.ts';

// These tests stop members and give them tags, so the set is their own.

let set: ReplicaSet;
let client: MongoClient;
let topic: string;
let made = 0;
const tails: RecordingTail[] = [];

beforeAll(async () => {
  set = await ReplicaSet.start({ mongod: await findMongod({ log: console.log }) });
  client = await new MongoClient(set.uri, { writeConcern: { w: 'majority' } }).connect();
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
});
beforeEach(async () => {
  await set.settled();
  const name = `t${made++}`;
  const collection = await client
    .db('test_crowd')
    .createCollection(name, { capped: true, size: 2 ** 20, max: 1_000 });
  topic = collection.namespace;
  // Without a tick there is no cursor: one on an empty collection is dead at birth.
  await collection.insertOne({ time: new Date(), ticker: 'PIP', price: 1 });
});
afterEach(async () => {
  await Promise.all(tails.splice(0).map((tail) => tail.stop()));
});

const OFTEN = { firstMs: 100, nextMs: 100 };

async function start(options: Parameters<typeof RecordingTail.start>[2] = {}): Promise<RecordingTail> {
  const tail = await RecordingTail.start(set.uri, topic, options);
  tails.push(tail);
  await tail.until(() => tail.items.some(({ type }) => type === 'filled'));
  return tail;
}

/** How many tails read each member, fewest first. */
function distribution(): number[] {
  const counts = new Map<string | null, number>();
  for (const { tail } of tails) counts.set(tail.status.member, (counts.get(tail.status.member) ?? 0) + 1);
  return [...counts.values()].toSorted((a, b) => a - b);
}

/** Gives each member the tags at its place. */
async function tag(tags: readonly Readonly<Record<string, string>>[]): Promise<void> {
  const primary = await set.primary();
  const { config } = (await primary.command({ replSetGetConfig: 1 })) as { config: Document };
  const members = (config['members'] as Document[]).map((member, index) => ({
    ...member,
    tags: tags[index] ?? {},
  }));
  await primary.command({
    replSetReconfig: { ...config, version: (config['version'] as number) + 1, members },
  });
}

describe('Tails of many processes', () => {
  it('spread over the secondaries: eight that start one after the other sit four and four', async () => {
    for (let n = 0; n < 8; n++) await start();
    expect(distribution()).toEqual([4, 4]);
  });

  it('do not count a cursor that nobody asks any more, as a process that was killed leaves it', async () => {
    const [member] = (await set.secondaries()) as [(typeof set.members)[0]];
    const direct = await new MongoClient(`mongodb://${member.address}/?directConnection=true`).connect();
    const [database, name] = topic.split('.') as [string, string];
    const cursor = direct.db(database).collection(name).find({}, { tailable: true, awaitData: true });
    const count = (): Promise<Map<string, number>> => countTails(set.uri, client, [member.address], topic);
    await vi.waitFor(async () => expect(await cursor.tryNext()).not.toBeNull(), { timeout: 20_000 });
    expect(await count()).toEqual(new Map([[member.address, 1]]));
    await vi.waitUntil(async () => (await count()).get(member.address) === 0, { timeout: 20_000 });
    await direct.close();
  });

  it('go back to a secondary that was away, until neither carries two more, and lose nothing by it', async () => {
    const [away, other] = (await set.secondaries()) as [(typeof set.members)[0], (typeof set.members)[0]];
    await away.kill('SIGKILL');
    for (let n = 0; n < 6; n++) await start({ looks: OFTEN, steadyMs: 0 });
    expect(new Set(tails.map(({ tail }) => tail.status.member))).toEqual(new Set([other.address]));
    await away.start();
    for (const tail of tails) await tail.until(() => distribution().join() === '3,3');
    const [database, name] = topic.split('.') as [string, string];
    await client.db(database).collection(name).insertOne({ time: new Date(), ticker: 'PIP', price: 2 });
    for (const tail of tails) await tail.until(() => tail.ticks.length === 2);
    expect(tails.map(({ prices, gaps }) => ({ prices, gaps }))).toEqual(
      tails.map(() => ({ prices: [1, 2], gaps: 0 })),
    );
    const moves = tails.map(({ tail }) => tail.reopens.get('member_crowded') ?? 0);
    expect(moves.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3);
  });

  it('read the member with the most wanted tags, and the next best one while it is away', async () => {
    const [best, second] = (await set.secondaries()) as [(typeof set.members)[0], (typeof set.members)[0]];
    await tag(
      set.members.map((member) =>
        member === best ? { region: 'eu', usage: 'ticker' } : member === second ? { region: 'eu' } : {},
      ),
    );
    const sets = [{ region: 'eu', usage: 'ticker' }, { region: 'eu' }];
    const tail = await start({ tags: sets, steadyMs: 0 });
    await tail.until(() => tail.tail.status.member === best.address);
    await best.kill('SIGKILL');
    await tail.until(() => tail.tail.status.member === second.address && tail.tail.status.state === 'live');
    await best.start();
    await tail.until(() => tail.tail.status.member === best.address && tail.tail.status.state === 'live');
    // At least: on its way it may have read the primary for a moment.
    expect(tail.tail.reopens.get('better_member')).toBeGreaterThanOrEqual(1);
  });

  it('read the primary, and say so, where no secondary has the wanted tags', async () => {
    await tag([]);
    const tail = await start({ tags: [{ region: 'moon' }] });
    expect(tail.tail.status).toMatchObject({
      state: 'degraded',
      memberState: 'PRIMARY',
      why: expect.stringContaining('no secondary with the tags that are wanted is available'),
    });
  });
});
