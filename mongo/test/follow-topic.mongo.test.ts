import { followTopic, type TailItem } from '@ticker/mongo';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';

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

/** What each member of the set does, or keeps for later, that fits the filter. */
async function operations(filter: Document): Promise<{ member: MongoClient; found: Document[] }[]> {
  const { members } = await client.db('admin').command({ replSetGetStatus: 1 });
  return Promise.all(
    members.map(async ({ name }: { name: string }) => {
      const member = await new MongoClient(`mongodb://${name}/?directConnection=true`).connect();
      onTestFinished(() => member.close());
      const all = { allUsers: true, idleConnections: true, idleCursors: true };
      const found = await member
        .db('admin')
        .aggregate([{ $currentOp: all }, { $match: filter }])
        .toArray();
      return { member, found };
    }),
  );
}

/** Kills the cursor on the topic, on whichever member it is; gives how many there were. */
async function killCursor(): Promise<number> {
  let killed = 0;
  for (const { member, found } of await operations({
    ns: topic,
    'cursor.originatingCommand.find': { $exists: true },
  })) {
    const cursors = found.map(({ cursor }) => cursor.cursorId);
    if (cursors.length > 0) await member.db(db.databaseName).command({ killCursors: 'ticker', cursors });
    killed += cursors.length;
  }
  return killed;
}

test('gives each tick once, whatever becomes of cursor and topic, and closes all at the end', async () => {
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
  const until = (price: number): Promise<boolean> =>
    vi.waitUntil(() => prices().includes(price), { timeout: 20_000 });
  await until(2);
  // Between two of its questions it is in neither list for a moment.
  await vi.waitUntil(async () => (await killCursor()) > 0, { timeout: 20_000 });
  await insert(3);
  await until(3);
  expect(prices()).toEqual([1, 2, 3]);

  await db.dropDatabase();
  await make();
  await insert(4);
  await until(4);
  expect(prices()).toEqual([1, 2, 3, 4]);
  expect(items.filter(({ type }) => type === 'gap')).toEqual([{ type: 'gap', recreated: true }]);

  stop.abort();
  await following;

  const left = async (): Promise<number> => {
    const ours = { appName: { $in: ['test-follow', 'test-follow-tail'] } };
    return (await operations(ours)).flatMap(({ found }) => found).length;
  };
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 20_000 });
});

test('what a set that is not there says, names its hosts', async () => {
  const nowhere = 'mongodb://127.0.0.1:1/?replicaSet=none&serverSelectionTimeoutMS=200';
  await expect(followTopic({ uri: nowhere, topic }).next()).rejects.toThrow(/127\.0\.0\.1:1/);
});
