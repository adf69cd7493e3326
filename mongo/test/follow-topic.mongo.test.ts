import { followTopic, type TailItem } from '@ticker/mongo';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

const uri = inject('uri');
const client = new MongoClient(uri, { writeConcern: { w: 'majority' } });
const db = client.db('test_follow_topic');
const topic = 'test_follow_topic.ticker';

beforeAll(() => client.connect());
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

async function make(): Promise<void> {
  await db.createCollection('ticker', { capped: true, size: 1024 * 1024 });
}

async function insert(...prices: number[]): Promise<void> {
  await db
    .collection('ticker')
    .insertMany(prices.map((price) => ({ time: new Date(), ticker: 'PIP', price })));
}

/** How many connections mongod has whose clients call themselves so. */
async function connections(appName: string): Promise<number> {
  const members = new URL(uri.replace('mongodb:', 'http:').replace(/,[^/]*/, '')).host;
  const member = await new MongoClient(`mongodb://${members}/?directConnection=true`).connect();
  const found = await member
    .db('admin')
    .aggregate([{ $currentOp: { allUsers: true, idleConnections: true } }, { $match: { appName } }])
    .toArray();
  await member.close();
  return found.length;
}

test('gives each tick once, also when the topic was dropped and made anew, and closes all at the end', async () => {
  await make();
  await insert(1, 2);
  const stop = new AbortController();
  const items: TailItem[] = [];
  const following = (async () => {
    for await (const item of followTopic({ uri, topic, signal: stop.signal, appName: 'test-follow' })) {
      items.push(item);
    }
  })();
  const prices = (): number[] =>
    items.flatMap((item) => (item.type === 'ticks' ? item.ticks.map(({ price }) => price) : []));
  await vi.waitUntil(() => prices().length === 2, { timeout: 20_000 });
  expect(await connections('test-follow')).toBeGreaterThan(0);
  await db.dropDatabase();
  await make();
  await insert(3);
  await vi.waitUntil(() => prices().includes(3), { timeout: 20_000 });
  expect(prices()).toEqual([1, 2, 3]);
  expect(items.filter(({ type }) => type === 'gap')).toEqual([{ type: 'gap', recreated: true }]);

  stop.abort();
  await following;

  await vi.waitUntil(async () => (await connections('test-follow')) === 0, { timeout: 20_000 });
});

test('what a set that is not there says, names its hosts', async () => {
  const nowhere = 'mongodb://127.0.0.1:1/?replicaSet=none&serverSelectionTimeoutMS=200';
  await expect(followTopic({ uri: nowhere, topic }).next()).rejects.toThrow(/127\.0\.0\.1:1/);
});
