import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { append } from '../src/append.ts';
import { tickBytes, topicSize } from '../src/topic-size.ts';
import { topicStats } from '../src/topic-stats.ts';
import { ensureTopic, type TopicInfo } from '../src/topic.ts';

// What topic-size.ts takes for granted of a capped collection, asked of a real one.

const client = new MongoClient(inject('uri'), { readPreference: 'primary' });
const name = 'test_topic_size.ticker';
const ring: Collection = client.db('test_topic_size').collection('ticker');

beforeAll(() => client.connect());
beforeEach(() => client.db('test_topic_size').dropDatabase());
afterAll(async () => {
  await client.db('test_topic_size').dropDatabase();
  await client.close();
});

/** Appends `count` ticks of that ticker; the prices are the numbers from `from` on, and a half. */
async function fill(topic: TopicInfo, count: number, ticker: string, from = 0): Promise<void> {
  for (let at = from; at < from + count; at += 1_000) {
    const ticks = Array.from({ length: Math.min(1_000, from + count - at) }, (_, index) => ({
      time: new Date(0),
      ticker,
      price: at + index + 0.5,
    }));
    await append(client, topic, ticks);
  }
}

async function stats(): Promise<Document> {
  const [found] = await ring
    .aggregate([{ $collStats: { storageStats: {} } }], { readPreference: 'primary' })
    .toArray();
  return found?.['storageStats'];
}

test('holds as many of the largest ticks as it was made for, and the newest', async () => {
  const { max, sizeBytes } = topicSize({ rate: 20, seconds: 60, bytes: 96 });
  const topic = await ensureTopic(client, { name, sizeBytes, max });
  await fill(topic, max + 1_500, 'X'.repeat(32));
  const { count, size } = await stats();
  expect([count, size]).toEqual([max, max * 96]);
  const oldest = await ring.findOne({}, { sort: { $natural: 1 } });
  expect(oldest?.['price']).toBe(1_500.5);
});

test('mongod counts the BSON of documents against the size, and no index', async () => {
  const bytes = tickBytes('PIP');
  const topic = await ensureTopic(client, { name, sizeBytes: 256 * 500, max: 0 });
  await fill(topic, 5_000, 'PIP');
  const { count, size, maxSize } = await stats();
  expect(size).toBe(count * bytes);
  expect(maxSize).toBe(256 * 500);
  // Not one more would fit.
  expect(maxSize - size).toBeGreaterThanOrEqual(0);
  expect(maxSize - size).toBeLessThan(bytes);
});

test('a full ring takes about as much of the oplog as is said', async () => {
  const bytes = tickBytes('PIP');
  const topic = await ensureTopic(client, { name, sizeBytes: 256 * 1_000, max: 500 });
  await fill(topic, 1_000, 'PIP');
  const oplog = client.db('local').collection('oplog.rs');
  const [newest] = await oplog.find().sort({ $natural: -1 }).limit(1).toArray();
  await fill(topic, 2_000, 'PIP', 1_000);
  // Others of the set write too: what is asked is what names this collection.
  const [found] = await oplog
    .aggregate([
      { $match: { ts: { $gt: newest?.['ts'] } } },
      { $match: { $or: [{ ns: name }, { 'o.applyOps.ns': name }] } },
      { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
    ])
    .toArray();
  const said = topicSize({ rate: 1, seconds: 1, bytes });
  const ratio = found?.['bytes'] / 2_000 / (said.oplogBytes / said.max);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(1.1);
});

test('is resized while it is used: more room at once, less at the next tick', async () => {
  const topic = await ensureTopic(client, { name, sizeBytes: 1024 * 1024, max: 1_000 });
  const resize = (cappedMax: number): Promise<Document> =>
    client.db('test_topic_size').command({ collMod: 'ticker', cappedSize: 1024 * 1024, cappedMax });
  await fill(topic, 1_500, 'PIP');
  await resize(2_000);
  await fill(topic, 1_500, 'PIP', 1_500);
  expect((await topicStats(client, name))?.count).toBe(2_000);
  await resize(500);
  await fill(topic, 1, 'PIP', 3_000);
  expect((await stats())['count']).toBe(500);
});
