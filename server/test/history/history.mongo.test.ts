import { ensureTopic } from '@ticker/mongo';
import { OVERLAP, type Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { type Document, MongoClient, ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { seeded } from '../../../mongo/test/seeded.ts';
import type { Candle } from '../../src/history/candle.ts';
import { HistoryApp } from './history-app.ts';
import { topicOf } from './topic-of.ts';

// Answers from the backlog and the topic together, against a plain model that knows every tick there ever was.

const DATABASE = 'test_history';
const T = 1_732_190_400_000;
const STEP = 2_000;
const NAMES = ['PIP', 'ACME', 'RARE'];
const client = new MongoClient(inject('uri'), { monitorCommands: true });
const db = client.db(DATABASE, { writeConcern: { w: 3 } });
const found: string[] = [];
let made = 0;

beforeAll(async () => {
  await client.connect();
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') found.push(String(command['find']));
  });
});
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

/** Ticks of publishers whose clocks are up to 55 s apart, in whole seconds: many have the same time. */
function ticks(count: number, seed: number): Tick[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, n) => ({
    id: new ObjectId().toHexString(),
    time: T + Math.floor((n * STEP + random() * 55_000) / 1_000) * 1_000,
    ticker: random() < 0.03 ? 'RARE' : random() < 0.5 ? 'PIP' : 'ACME',
    price: n,
  }));
}

const documents = (ticks: readonly Tick[]): Document[] =>
  ticks.map(({ id, time, ...rest }) => ({ _id: new ObjectId(id), time: new Date(time), ...rest }));

/** A topic into which all these ticks were inserted, and a backlog of the last ones. */
async function scene(
  all: readonly Tick[],
  { max = 0, capacity = 300, undelivered = 0 } = {},
): Promise<HistoryApp> {
  const name = `t${made++}`;
  await ensureTopic(client, { name: `${DATABASE}.${name}`, sizeBytes: 1_000_000, max });
  await db.collection(name).insertMany(documents(all));
  const app = new HistoryApp({ capacity, topic: topicOf(client, `${DATABASE}.${name}`) });
  app.now = () => all.at(-1)!.time;
  // As a tail does that skips what is older than it may hold.
  app.backlog.append(all.slice(-capacity - undelivered, all.length - undelivered));
  return app;
}

interface TicksQuery {
  readonly tickers: string[];
  readonly limit: number;
  readonly from: number;
  readonly to: number;
}

function expectedTicks(all: readonly Tick[], held: number, { tickers, limit, from, to }: TicksQuery): Tick[] {
  const matches = ({ ticker, time }: Tick): boolean => tickers.includes(ticker) && time >= from && time < to;
  const older = all
    .slice(0, -held)
    .filter(matches)
    // Stable: of the same time in the order of insertion.
    .toSorted((a, b) => a.time - b.time);
  return [...older, ...all.slice(-held).filter(matches)].slice(-limit);
}

function expectedCandles(
  all: readonly Tick[],
  ticker: string,
  interval: number,
  limit: number,
  to: number,
): Candle[] {
  const candles = new Map<number, Candle>();
  for (const tick of all) {
    const time = Math.floor(tick.time / interval) * interval;
    if (tick.ticker !== ticker || time >= to) continue;
    const { price } = tick;
    const { open = price, high = price, low = price, count = 0 } = candles.get(time) ?? {};
    candles.set(time, {
      time,
      open,
      high: Math.max(high, price),
      low: Math.min(low, price),
      close: price,
      count: count + 1,
    });
  }
  return [...candles.values()].toSorted((a, b) => a.time - b.time).slice(-limit);
}

const someTime = fc.integer({ min: -60, max: 2_100 }).map((seconds) => T + seconds * 1_000);

const ticksQuery = fc.record({
  tickers: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
  limit: fc.integer({ min: 1, max: 1_200 }),
  from: someTime,
  to: someTime.map((time) => time + 200_000),
});

const candlesQuery = fc.record({
  ticker: fc.constantFrom(...NAMES),
  interval: fc.constantFrom(
    ['1s', 1_000] as const,
    ['15s', 15_000] as const,
    ['1m', 60_000] as const,
    ['1h', 3_600_000] as const,
  ),
  limit: fc.integer({ min: 1, max: 1_000 }),
  to: fc.oneof(fc.constant(Infinity), someTime),
});

async function candlesOf(
  app: HistoryApp,
  {
    ticker,
    interval,
    limit,
    to,
  }: Omit<typeof candlesQuery extends fc.Arbitrary<infer Q> ? Q : never, 'interval'> & { interval: string },
) {
  const before = Number.isFinite(to) ? `&to=${to}` : '';
  const { body } = await app.get('candles', `ticker=${ticker}&interval=${interval}&limit=${limit}${before}`);
  return body;
}

describe('A topic that is larger than the backlog', () => {
  const all = ticks(1_000, 11);
  let app: HistoryApp;
  beforeAll(async () => {
    app = await scene(all);
  });

  it('/api/ticks gives what it holds by time, and then the backlog in the order of delivery', async () => {
    await fc.assert(
      fc.asyncProperty(ticksQuery, async (query) => {
        fc.pre(query.from < query.to);
        const { tickers, limit, from, to } = query;
        const { body } = await app.get(
          'ticks',
          `ticker=${tickers.join()}&limit=${limit}&from=${from}&to=${to}`,
        );
        expect(body.ticks).toEqual(expectedTicks(all, 300, query));
      }),
      { numRuns: 150 },
    );
    const { body } = await app.get('ticks', 'limit=5000');
    expect(body.ticks).toEqual(
      expectedTicks(all, 300, { tickers: NAMES, limit: 5_000, from: 0, to: Infinity }),
    );
  });

  it('/api/candles gives those of all ticks', async () => {
    await fc.assert(
      fc.asyncProperty(candlesQuery, async (query) => {
        const { ticker, interval, limit, to } = query;
        const { candles, future } = await candlesOf(app, { ...query, interval: interval[0] });
        expect(candles).toEqual(expectedCandles(all, ticker, interval[1], limit, to));
        expect(future).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('is not read for what the backlog holds', async () => {
    const before = found.length;
    await app.get('ticks', 'limit=300');
    await app.get('ticks', `limit=5000&from=${T + 900 * STEP}`);
    await app.get('ticks', `limit=5000&ticker=RARE&from=${T + 950 * STEP}`);
    await candlesOf(app, { ticker: 'PIP', interval: '1m', limit: 3, to: Infinity });
    expect(found.slice(before)).toEqual([]);
    await app.get('ticks', 'limit=301');
    expect(found.slice(before)).toHaveLength(1);
  });
});

it('A tick of a clock that was ahead by less than a minute is found behind the backlog', async () => {
  const all = ticks(1_000, 15).map((tick) => ({ ...tick, time: T }));
  all[10] = { ...all[10]!, time: T + 59_999 };
  const app = await scene(all);
  const { body } = await app.get('ticks', `limit=5000&from=${T + 1}`);
  expect(body.ticks).toEqual([all[10]]);
});

describe('A topic that has overwritten ticks', () => {
  const all = ticks(1_500, 12);
  const rest = all.slice(-1_000);
  const edge = Math.max(...rest.slice(0, OVERLAP).map(({ time }) => time));

  it.each([
    ['of which the backlog holds the newest', 300],
    ['of which the backlog holds all', 1_000],
  ])('%s: every candle given is whole', async (_name, capacity) => {
    const app = await scene(all, { max: 1_000, capacity });
    await fc.assert(
      fc.asyncProperty(candlesQuery, async (query) => {
        const { ticker, interval, limit, to } = query;
        const { candles } = await candlesOf(app, { ...query, interval: interval[0] });
        const expected = expectedCandles(all, ticker, interval[1], limit, to);
        expect(candles).toEqual(expected.filter(({ time }) => time > edge));
      }),
      { numRuns: 80 },
    );
  });

  it('/api/ticks gives all that are left', async () => {
    const app = await scene(all, { max: 1_000 });
    const { body } = await app.get('ticks', 'limit=5000');
    expect(body.ticks).toEqual(
      expectedTicks(rest, 300, { tickers: NAMES, limit: 5_000, from: 0, to: Infinity }),
    );
  });
});

describe('Ticks that are in the topic, but not delivered yet', () => {
  const all = ticks(1_000, 13);
  const delivered = all.slice(0, -20);
  let app: HistoryApp;
  beforeAll(async () => {
    app = await scene(all, { undelivered: 20 });
  });

  it('are in no answer', async () => {
    const { body } = await app.get('ticks', 'limit=5000');
    expect(body.ticks).toEqual(
      expectedTicks(delivered, 300, { tickers: NAMES, limit: 5_000, from: 0, to: Infinity }),
    );
    const { candles } = await candlesOf(app, { ticker: 'PIP', interval: '1m', limit: 1_000, to: Infinity });
    expect(candles).toEqual(expectedCandles(delivered, 'PIP', 60_000, 1_000, Infinity));
  });

  it('are not taken for old ones where the backlog spans less than a minute', async () => {
    const quick = all.map((tick, n) => ({ ...tick, id: new ObjectId().toHexString(), time: T + n * 10 }));
    const app = await scene(quick, { undelivered: 20 });
    const { body } = await app.get('ticks', 'limit=301');
    expect(body.ticks).toEqual(quick.slice(-321, -20));
  });
});

describe('A topic that fits in the backlog', () => {
  let app: HistoryApp;
  const all = ticks(200, 14);
  beforeEach(async () => {
    app = await scene(all);
  });

  it('is not read at all', async () => {
    const before = found.length;
    const { body } = await app.get('ticks', 'limit=5000');
    expect(body.ticks).toEqual(all);
    const { candles } = await candlesOf(app, { ticker: 'PIP', interval: '1h', limit: 1_000, to: Infinity });
    expect(candles).toEqual(expectedCandles(all, 'PIP', 3_600_000, 1_000, Infinity));
    expect(found.slice(before)).toEqual([]);
  });
});

it('A topic that does not exist has no past', async () => {
  const app = new HistoryApp({ topic: topicOf(client, `${DATABASE}.none`) });
  expect(await app.get('ticks')).toEqual({ status: 200, body: { ticks: [] } });
  expect((await app.get('candles', 'ticker=PIP')).body.candles).toEqual([]);
});
