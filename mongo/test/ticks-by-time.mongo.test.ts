import { EVERY_TICKER } from '@ticker/protocol';
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { oldestTicks, type ReadFailed, ticksByTime, type TicksByTimeQuery } from '../src/ticks-by-time.ts';
import { ensureTopic } from '../src/topic.ts';

const DATABASE = 'test_ticks_by_time';
const T = 1_732_190_400_000;
const forever = new AbortController().signal;
const client = new MongoClient(inject('uri'), { monitorCommands: true });
const db = client.db(DATABASE, { writeConcern: { w: 3 } });
const commands: CommandStartedEvent[] = [];

/** Prices count up in the order of insertion; times go back and forth, and each comes twice. */
const document = (n: number): Document => ({
  time: new Date(T + ((n * 7) % 500) * 1_000),
  ticker: ['PIP', 'ACME', 'GLOBEX'][n % 3],
  price: n,
});
const all = Array.from({ length: 1_000 }, (_, n) => document(n));

beforeAll(async () => {
  await client.connect();
  await db.dropDatabase();
  await ensureTopic(client, { name: `${DATABASE}.indexed`, sizeBytes: 1_000_000, max: 0 });
  await db.collection('indexed').insertMany(all);
  await db.createCollection('bare', { capped: true, size: 16_000_000 });
  await db.collection('bare').insertMany(all);
  client.on('commandStarted', (event) => commands.push(event));
});
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

async function prices(topic: string, query: Partial<TicksByTimeQuery> = {}): Promise<number[]> {
  const prices: number[] = [];
  const asked = { tickers: EVERY_TICKER, readConcern: 'local', ...query } as const;
  for await (const { tick } of ticksByTime(client, `${DATABASE}.${topic}`, asked, forever))
    prices.push(tick.price);
  return prices;
}

function expected(wanted: (document: Document) => boolean = () => true): number[] {
  return all
    .filter(wanted)
    .toSorted((a, b) => b['time'] - a['time'] || b['price'] - a['price'])
    .map(({ price }) => price);
}

/** The `find` that was sent last. */
function sent(): Document {
  return commands.findLast(({ commandName }) => commandName === 'find')!.command;
}

/** The stages of the plan of the `find` that was sent last, as mongod itself explains it. */
async function stages(): Promise<string[]> {
  const { find, filter, sort, limit, projection, showRecordId } = sent();
  const { queryPlanner } = await db.command({
    explain: { find, filter, sort, limit, projection, showRecordId },
    verbosity: 'queryPlanner',
  });
  const stages: string[] = [];
  for (let stage = queryPlanner.winningPlan; stage; stage = stage.inputStage) stages.push(stage.stage);
  return stages;
}

const queries: [string, Partial<TicksByTimeQuery>, (document: Document) => boolean][] = [
  ['everything', {}, () => true],
  ['from a time on', { from: T + 400_000 }, ({ time }) => time >= T + 400_000],
  ['before a time', { to: T + 90_000 }, ({ time }) => time < T + 90_000],
  ['between two', { from: T + 90_000, to: T + 91_000 }, ({ time }) => Number(time) === T + 90_000],
  ['of a ticker', { tickers: new Set(['PIP']) }, ({ ticker }) => ticker === 'PIP'],
  [
    'of tickers between two times',
    { tickers: new Set(['PIP', 'ACME', 'NONE']), from: T + 5_000, to: T + 400_000 },
    ({ time, ticker }) => ticker !== 'GLOBEX' && time >= T + 5_000 && time < T + 400_000,
  ],
  ['of times that no tick has', { from: -8.7e15, to: -8.64e15 + 1 }, () => false],
];

describe('Ticks by time', () => {
  it.each(queries)(
    '%s: newest time first, of the same time the later inserted',
    async (_name, query, wanted) => {
      expect(await prices('indexed', query)).toEqual(expected(wanted));
    },
  );

  it.each(queries)('%s, without an index too: newest time first', async (_name, query, wanted) => {
    const times = (prices: number[]): unknown[] => prices.map((price) => all[price]!['time']);
    expect(times(await prices('bare', query))).toEqual(times(expected(wanted)));
  });

  it.each(queries)('%s: by the index, without a sort', async (_name, query) => {
    await prices('indexed', query);
    expect(await stages()).toEqual(['LIMIT', 'PROJECTION_DEFAULT', 'FETCH', 'IXSCAN']);
  });

  it('tell where they stand in the order of insertion', async () => {
    const orders: number[] = [];
    const query = { tickers: EVERY_TICKER, readConcern: 'local' } as const;
    for await (const { tick, order } of ticksByTime(client, `${DATABASE}.indexed`, query, forever)) {
      orders[tick.price] = order;
    }
    expect(orders.map((order) => order - orders[0]!)).toEqual(all.map((_, n) => n));
  });

  it.each(['majority', 'local'] as const)(
    'are read from a secondary, with the read concern %s',
    async (readConcern) => {
      await prices('indexed', { readConcern, to: T });
      expect(sent()).toMatchObject({
        readConcern: { level: readConcern },
        $readPreference: { mode: 'secondaryPreferred' },
        maxTimeMS: 2_000,
      });
    },
  );

  it('leave out documents that are no ticks', async () => {
    await ensureTopic(client, { name: `${DATABASE}.bad`, sizeBytes: 1_000_000, max: 0 });
    const time = new Date(T);
    await db
      .collection('bad')
      .insertMany([
        { time, ticker: 'PIP', price: 'cheap' },
        { time: T, ticker: 'PIP', price: 1 },
        { time: [time], ticker: 'PIP', price: 2 },
        { time, ticker: ['PIP'], price: 3 },
        { time, ticker: 'PIP', price: '44.51' },
        { ticker: 'PIP', price: 5 },
        {},
      ]);
    expect(await prices('bad', { tickers: new Set(['PIP']) })).toEqual([44.51]);
  });

  it('are none where there is no topic', async () => {
    expect(await prices('missing')).toEqual([]);
  });

  it('are read to the end only if they are wanted: the cursor is closed', async () => {
    const before = commands.length;
    const query = { tickers: EVERY_TICKER, readConcern: 'local' } as const;
    for await (const { tick } of ticksByTime(client, `${DATABASE}.indexed`, query, forever)) {
      expect(tick.price).toBe(857);
      break;
    }
    await expect
      .poll(() => commands.slice(before).map(({ commandName }) => commandName))
      .toEqual(['find', 'killCursors']);
  });

  it('fail as "too_slow" when the member takes too long', async () => {
    for (let n = 0; n < 20; n++)
      await db.collection('bare').insertMany(all.map(({ time, price }) => ({ time, ticker: 'SLOW', price })));
    const error = prices('bare', { timeLimitMs: 1 });
    await expect(error).rejects.toMatchObject({
      name: 'ReadFailed',
      reason: 'too_slow',
    } satisfies Partial<ReadFailed>);
  });

  it('fail as "too_slow" when there are too many', async () => {
    expect(await prices('indexed', { most: 1_000 })).toHaveLength(1_000);
    await expect(prices('indexed', { most: 999 })).rejects.toMatchObject({ reason: 'too_slow' });
  });

  it('fail as "unavailable" when no member answers', async () => {
    const away = new MongoClient('mongodb://127.0.0.1:1/?replicaSet=none');
    const query = { tickers: EVERY_TICKER, readConcern: 'local', timeLimitMs: 10 } as const;
    const read = ticksByTime(away, `${DATABASE}.indexed`, query, forever);
    await expect(read.next()).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'no member of the replica set answered within 1010 ms',
    });
    await away.close();
  });

  it('throw what will not pass by itself as it is', async () => {
    const query = { tickers: EVERY_TICKER, readConcern: 'none of these' as 'local' } as const;
    const read = ticksByTime(client, `${DATABASE}.indexed`, query, forever);
    await expect(read.next()).rejects.toMatchObject({ name: 'MongoServerError' });
  });

  it('end with the signal and its reason', async () => {
    const asker = new AbortController();
    const query = { tickers: EVERY_TICKER, readConcern: 'local' } as const;
    const read = ticksByTime(client, `${DATABASE}.indexed`, query, asker.signal);
    await read.next();
    asker.abort(new Error('gone'));
    const rest = async (): Promise<void> => {
      for await (const _ of read);
    };
    await expect(rest()).rejects.toThrow('gone');
    await expect(ticksByTime(client, `${DATABASE}.indexed`, query, asker.signal).next()).rejects.toThrow(
      'gone',
    );
  });
});

describe('Oldest ticks', () => {
  it('are those that were inserted first', async () => {
    const ticks = await oldestTicks(
      client,
      `${DATABASE}.indexed`,
      { count: 128, readConcern: 'local' },
      forever,
    );
    expect(ticks.map(({ price }) => price)).toEqual(Array.from({ length: 128 }, (_, n) => n));
  });
});
