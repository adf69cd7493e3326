import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { cursorOn, killCursor } from '../../../mongo/test/topic-cursors.ts';
import { RawClient } from '../raw-client.ts';
import { ServerProcess } from '../server-process.ts';
import { complaints } from './conventions.ts';
import { Page } from './page.ts';
import { TailedApp } from './tailed-app.ts';

const DATABASE = 'test_metrics';
const uri = inject('uri');
let mongo: MongoClient;
let topic: Collection<Document>;
let made = 0;
let members: Map<string, MongoClient>;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  mongo = await new MongoClient(uri, { writeConcern: { w: 'majority' } }).connect();
  members = new Map(
    mongo.options.hosts.map((host) => [
      host.toString(),
      new MongoClient(`mongodb://${host.toString()}/?directConnection=true`),
    ]),
  );
});
afterAll(async () => {
  for (const member of members.values()) await member.close();
  await mongo.db(DATABASE).dropDatabase();
  await mongo.close();
});
beforeEach(async () => {
  topic = await create(`t${made++}`);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const create = (name: string, max = 100_000): Promise<Collection<Document>> =>
  mongo.db(DATABASE).createCollection(name, { capped: true, size: 2 ** 24, max });
const tick = (price: number): Document => ({ time: new Date(), ticker: 'PIP', price });

/** Inserts ticks, and waits until every member shows them to a majority read: whoever fills after that has them. */
async function insertEverywhere(...prices: number[]): Promise<void> {
  await topic.insertMany(prices.map(tick));
  for (const member of members.values()) {
    const there = member.db(DATABASE).collection(topic.collectionName);
    const options = { readConcern: { level: 'majority' }, readPreference: 'secondaryPreferred' } as const;
    while (!(await there.findOne({ price: prices.at(-1)! }, options)));
  }
}

async function start(): Promise<TailedApp> {
  const app = await TailedApp.start(uri, topic.namespace);
  ends.push(() => app.stop());
  return app;
}

describe('The metrics of a tail', () => {
  it('tell its state, the member that it reads, and the lag of each', async () => {
    const app = await start();
    await topic.insertOne(tick(1));
    await app.tail.until(() => app.tail.ticks.length === 1);
    const page = await app.page();
    expect(page.values('ticker_tail_state')).toEqual({
      live: 1,
      filling: 0,
      degraded: 0,
      stalled: 0,
      disconnected: 0,
    });
    await app.tail.until(() => app.tail.tail.wake === 'told');
    expect((await app.page()).values('ticker_tail_wake')).toEqual({ told: 1, asking: 0, unheard: 0, off: 0 });
    expect(await app.read()).toEqual([app.tail.tail.status.member]);
    const lags = Object.entries(await app.lags());
    expect(lags.map(([labels]) => labels.split(' ')[1]).toSorted()).toEqual([
      'PRIMARY',
      'SECONDARY',
      'SECONDARY',
    ]);
    for (const [labels, seconds] of lags) expect(seconds, labels).toBeLessThan(60);
  });

  it('count documents that are no ticks', async () => {
    await topic.insertMany([tick(1), { hello: 'world' }, { ...tick(2), ticker: 'a b' }, tick(3)]);
    const app = await start();
    await app.tail.until(() => app.tail.ticks.length === 2);
    expect((await app.page()).value('ticker_bad_documents_total')).toBe(2);
  });

  it('count the cursors that its member ends, and the gap where the topic is another one', async () => {
    await insertEverywhere(1);
    const app = await start();
    expect(await app.reopens()).toEqual({});
    expect((await app.page()).value('ticker_tail_gaps_total')).toBe(0);
    await topic.drop();
    await create(topic.collectionName);
    await topic.insertOne(tick(2));
    await app.tail.until(() => app.tail.ticks.length === 2);
    expect((await app.page()).value('ticker_tail_gaps_total')).toBe(1);
    const { cursor_lost: lost, ...others } = await app.reopens();
    expect(lost).toBeGreaterThan(0);
    expect(others).toEqual({});
  });
});

describe('Live ticks', () => {
  /** Price and whether it was live, of all ticks. */
  const lives = ({ tail }: TailedApp): [number, boolean][] =>
    tail.items.flatMap((item) =>
      item.type === 'ticks' ? item.ticks.map(({ price }): [number, boolean] => [price, item.live]) : [],
    );

  it('are those that come after the first fill', async () => {
    await insertEverywhere(1, 2);
    const app = await start();
    await topic.insertOne(tick(3));
    await app.tail.until(() => app.tail.ticks.length === 3);
    expect(lives(app)).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('are all of a topic that was empty', async () => {
    const app = await start();
    await topic.insertOne(tick(1));
    await app.tail.until(() => app.tail.ticks.length === 1);
    expect(lives(app)).toEqual([[1, true]]);
  });

  it('are not what another topic of that name holds', async () => {
    await insertEverywhere(1);
    const app = await start();
    await topic.drop();
    // Filled before it is there under its name: its ticks are older than the cursor.
    const other = await create(`${topic.collectionName}_other`);
    await other.insertMany([tick(2), tick(3)]);
    await other.rename(topic.collectionName);
    await app.tail.until(() => app.tail.ticks.length === 3);
    await topic.insertOne(tick(4));
    await app.tail.until(() => app.tail.ticks.length === 4);
    expect(lives(app)).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
  });
});

describe('Live ticks after a gap', () => {
  it('are those that come when the scan has caught up', async () => {
    // A ring of fewer than 128 that has rolled over: nothing can prove that none was missed.
    topic = await create(`${topic.collectionName}_small`, 20);
    await insertEverywhere(...Array.from({ length: 30 }, (_, n) => n));
    const { tail } = await start();
    tail.pause();
    await topic.insertOne(tick(30));
    await tail.until(() => tail.prices.at(-1) === 30);
    // It reads no more until it is resumed: then its cursor is gone, and these are found by the next one.
    await insertEverywhere(31, 32);
    const member = members.get(tail.tail.status.member!)!;
    await killCursor(member, topic.namespace, await cursorOn(member, topic.namespace, 'find'));
    tail.resume();
    await tail.until(() => tail.prices.at(-1) === 32);
    await topic.insertOne(tick(33));
    await tail.until(() => tail.prices.at(-1) === 33);
    const after = tail.items.slice(tail.items.findIndex(({ type }) => type === 'gap') + 1);
    expect(after).toMatchObject([
      { type: 'ticks', live: false, ticks: [{ price: 31 }, { price: 32 }] },
      { type: 'ticks', live: true, ticks: [{ price: 33 }] },
    ]);
  });
});

describe('The metrics of a server process', () => {
  it('are those of its own tail, hub and sockets', async () => {
    await insertEverywhere(1, 2, 3);
    const QUEUE = `${DATABASE}.queue`;
    const server = await ServerProcess.start({ MONGODB_URI: uri, TOPIC: topic.namespace, QUEUE });
    ends.push(() => server.stop());
    const client = await RawClient.open(server.url);
    ends.push(async () => client.close());
    await client.expect('welcome');
    client.send({ type: 'subscribe', id: 1, tickers: ['*'], history: 3 });
    await client.expect('subscribed');
    await client.ticks(3);
    // On every member: how full the topic is may be asked of another than the one that feeds us.
    await insertEverywhere(4, 5);
    await client.ticks(2);

    const page = await Page.of(server.url);
    expect(page.value('ticker_ticks_received_total')).toBe(5);
    expect(page.value('ticker_delivery_latency_seconds_count')).toBe(2);
    // Publisher and server have the same clock here.
    expect(page.value('ticker_delivery_latency_seconds_sum')).toBeLessThan(20);
    expect(page.value('ticker_delivery_latency_seconds_bucket', { le: '10' })).toBe(2);
    expect(page.value('ticker_backlog_ticks')).toBe(5);
    expect(page.value('ticker_topic_ticks')).toBe(5);
    expect(page.value('ticker_topic_capacity_ticks')).toBe(100_000);
    expect(page.value('ticker_topic_size_bytes')).toBeGreaterThan(100);
    expect(page.value('ticker_subscribers', { transport: 'websocket', mode: 'all' })).toBe(1);
    expect(page.value('ticker_tail_state', { state: 'live' })).toBe(1);
    expect(Object.keys(page.values('ticker_member_lag_seconds'))).toHaveLength(3);
    expect(complaints(page)).toEqual([]);
  });
});
