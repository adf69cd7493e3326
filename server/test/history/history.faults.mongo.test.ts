import { request } from 'node:http';
import { ensureTopic } from '@ticker/mongo';
import { findMongod, type Member, ReplicaSet } from '@ticker/mongo/embedded';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HistoryApp } from './history-app.ts';
import { topicOf } from './topic-of.ts';

// A set of its own: fail points need enableTestCommands, and its member is stopped.

const T = 1_732_190_400_000;
let set: ReplicaSet;
let member: Member;
let client: MongoClient;
let app: HistoryApp;
/** Reads of the topic: what began, in order, and how many are under way now and were at most. */
let begun: CommandStartedEvent[];
let now: number;
let most: number;
let answered: number[];

beforeAll(async () => {
  set = await ReplicaSet.start({
    mongod: await findMongod(),
    nodes: 1,
    setParameter: { enableTestCommands: 1 },
  });
  member = await set.primary();
  client = await new MongoClient(set.uri, { monitorCommands: true }).connect();
  await ensureTopic(client, { name: 'test.ticker', sizeBytes: 1_000_000, max: 0 });
  const ticks = Array.from({ length: 1_000 }, (_, n) => ({
    time: new Date(T + n * 1_000),
    ticker: 'PIP',
    price: n,
  }));
  await client.db('test').collection('ticker').insertMany(ticks);
  client.on('commandStarted', (event) => {
    if (event.commandName !== 'find') return;
    begun.push(event);
    most = Math.max(most, ++now);
  });
  const ended = ({ commandName }: { commandName: string }): unknown => commandName === 'find' && now--;
  client.on('commandSucceeded', ended);
  client.on('commandSucceeded', ({ commandName, requestId }) => {
    if (commandName === 'find') answered.push(requestId);
  });
  client.on('commandFailed', ended);
});
beforeEach(() => {
  begun = [];
  now = most = 0;
  answered = [];
  app = new HistoryApp({ capacity: 300, topic: topicOf(client, 'test.ticker') });
  hold(300);
});
afterEach(async () => {
  for (const configureFailPoint of ['failCommand', 'maxTimeAlwaysTimeOut']) {
    if (member.responsive) await member.command({ configureFailPoint, mode: 'off' });
  }
  await app.app.close();
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
});

/** Has the backlog hold the newest ticks. */
function hold(count: number, { backlog } = app): void {
  const numbers = Array.from({ length: count }, (_, n) => 1_000 - count + n);
  backlog.append(numbers.map((n) => ({ id: `t${n}`, time: T + n * 1_000, ticker: 'PIP', price: n })));
}

/** Keeps reads of the topic waiting for so long. */
async function block(ms: number, mode: object | 'alwaysOn' = 'alwaysOn'): Promise<void> {
  const data = { failCommands: ['find'], blockConnection: true, blockTimeMS: ms };
  await member.command({ configureFailPoint: 'failCommand', mode, data });
}

describe('Reads of the topic', () => {
  it('are at most four at a time, two of an address; the others wait and get their answers', async () => {
    await block(200);
    const ask = (n: number) => app.get('ticks', 'limit=5000', `127.0.0.${n}`);
    const one = await Promise.all(Array.from({ length: 5 }, () => ask(1)));
    expect([begun.length, most]).toEqual([5, 2]);
    const five = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n % 5)));
    expect([begun.length, most]).toEqual([15, 4]);
    expect([...one, ...five].map(({ status }) => status)).toEqual(Array(15).fill(200));
  });

  it('that the client does not wait for make room for the next', async () => {
    await block(1_900, { times: 2 });
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const clients = Array.from({ length: 2 }, () =>
      request(`${app.app.listeningOrigin}/api/ticks?limit=5000`).on('error', () => {}),
    );
    for (const client of clients) client.end();
    await expect.poll(() => begun.length).toBe(2);
    const next = app.get('ticks', 'limit=5000');
    for (const client of clients) client.destroy();
    expect((await next).status).toBe(200);
    // Only the last one: the two were not waited for.
    expect(answered).toEqual([begun[2]!.requestId]);
  });

  it('that take longer than they may are answered with too_slow', async () => {
    await member.command({ configureFailPoint: 'maxTimeAlwaysTimeOut', mode: 'alwaysOn' });
    const { status, body } = await app.get('ticks', 'limit=5000');
    expect([status, body.code]).toEqual([503, 'too_slow']);
    expect(body.message).toContain('narrow the range');
    expect((await app.get('candles', 'ticker=PIP')).body.code).toBe('too_slow');
  });

  it('are given up when the member hangs, and nothing of MongoDB is told', async () => {
    await app.get('ticks', 'limit=301');
    member.pause();
    try {
      const { status, body } = await app.get('ticks', 'limit=5000');
      expect(status).toBe(503);
      expect(body).toEqual({
        statusCode: 503,
        code: 'unavailable',
        error: 'Service Unavailable',
        message: 'older ticks are in the database, which does not answer: try again',
      });
    } finally {
      member.resume();
    }
  });
});

// The last one: its member does not come back.
describe('While the database is away', () => {
  it('the backlog still answers what it can', async () => {
    const all = new HistoryApp({ capacity: 1_000, topic: topicOf(client, 'test.ticker') });
    hold(1_000, all);
    expect((await all.get('ticks', 'limit=5000')).body.ticks).toHaveLength(1_000);
    await member.kill();
    // As it was when it was asked last, all of the topic was held.
    expect((await all.get('ticks', 'limit=5000')).body.ticks).toHaveLength(1_000);
    expect((await app.get('ticks', 'limit=300')).body.ticks).toHaveLength(300);
    expect(await app.get('ticks', 'limit=301')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});
