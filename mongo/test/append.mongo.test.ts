import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { findMongod, type Member, ReplicaSet } from '@ticker/mongo/embedded';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { append, type NewTick } from '../src/append.ts';
import { TopicDropped } from '../src/errors.ts';
import { ensureTopic, type TopicInfo } from '../src/topic.ts';

// A set of its own: members are killed, and fail points need enableTestCommands.
let set: ReplicaSet;
let client: MongoClient;
let topic: TopicInfo;

beforeAll(async () => {
  set = await ReplicaSet.start({ mongod: await findMongod(), setParameter: { enableTestCommands: 1 } });
  client = await new MongoClient(set.uri, { monitorCommands: true }).connect();
});
beforeEach(async () => {
  await client.db('test_append').dropDatabase();
  topic = await ensureTopic(client, { name: 'test_append.ticker', sizeBytes: 16 * 1024 * 1024, max: 0 });
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
});

/** Ticks whose prices count up from `first`: they show order, loss and doubles. */
function ticks(count: number, first = 0): NewTick[] {
  return Array.from({ length: count }, (_, i) => ({ time: new Date(), ticker: 'PIP', price: first + i }));
}

async function prices(): Promise<number[]> {
  const found = await client.db('test_append').collection('ticker').find().sort({ $natural: 1 }).toArray();
  return found.map(({ price }) => price);
}

const counting = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

async function failPoint(name: string, mode: object | 'off' | 'alwaysOn', data: object = {}): Promise<void> {
  await (await set.primary()).command({ configureFailPoint: name, mode, data });
}

/** Has the primary stop in the middle of an insert: it takes 64 documents at a time. Resolves with how to wait for it. */
async function hangInTheMiddle(primary: Member): Promise<() => Promise<unknown>> {
  const name = 'hangDuringBatchInsert';
  const data = { nss: 'test_append.ticker', shouldCheckForInterrupt: true };
  const { count } = await primary.command({ configureFailPoint: name, mode: { skip: 2 }, data });
  return () => primary.command({ waitForFailPoint: name, timesEntered: count + 1, maxTimeMS: 10_000 });
}

describe('append', () => {
  test('inserts the ticks in their order, and no more than their fields', async () => {
    await expect(append(client, topic, ticks(1000))).resolves.toBe(true);
    expect(await prices()).toEqual(counting(1000));
    const tick = await client.db('test_append').collection('ticker').findOne();
    expect(Object.keys(tick!)).toEqual(['_id', 'time', 'ticker', 'price']);
  });

  test('is acknowledged by the majority', async () => {
    await append(client, topic, ticks(1));
    const found = client.db('test_append').collection('ticker').find({}, { readConcern: 'majority' });
    expect(await found.toArray()).toHaveLength(1);
  });

  test('refuses a topic that was dropped, and makes no collection in its place', async () => {
    await client.db('test_append').dropCollection('ticker');
    await expect(append(client, topic, ticks(3))).rejects.toThrow(TopicDropped);
    expect(await client.db('test_append').listCollections().toArray()).toEqual([]);
  });

  test('refuses a topic that was dropped and made anew', async () => {
    await client.db('test_append').dropCollection('ticker');
    await ensureTopic(client, topic);
    await expect(append(client, topic, ticks(3))).rejects.toThrow(TopicDropped);
    expect(await prices()).toEqual([]);
  });
});

describe('an insert that failed', () => {
  test('is made again: the connection closed before it', async () => {
    const onRetry = vi.fn();
    await failPoint('failCommand', { times: 2 }, { failCommands: ['insert'], closeConnection: true });
    await expect(append(client, topic, ticks(10), { onRetry })).resolves.toBe(true);
    expect(await prices()).toEqual(counting(10));
    expect(onRetry).toHaveBeenCalledTimes(2);
  });

  test('doubles nothing: it had been done, and only its answer failed', async () => {
    const data = { failCommands: ['insert'], writeConcernError: { code: 64, errmsg: 'timed out' } };
    await failPoint('failCommand', { times: 1 }, data);
    const onRetry = vi.fn();
    await expect(append(client, topic, ticks(10), { onRetry })).resolves.toBe(true);
    expect(await prices()).toEqual(counting(10));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('takes a look or two, not one try a tick, when a thousand had been done', async () => {
    const data = { failCommands: ['insert'], writeConcernError: { code: 64, errmsg: 'timed out' } };
    await failPoint('failCommand', { times: 1 }, data);
    const commands: string[] = [];
    const record = ({ commandName }: CommandStartedEvent): unknown => commands.push(commandName);
    client.on('commandStarted', record);
    await append(client, topic, ticks(1000));
    client.off('commandStarted', record);
    expect(await prices()).toEqual(counting(1000));
    // The majority may not have all yet when it looks first: then one duplicate waits for that, and it looks again.
    expect(['insert find', 'insert find insert find']).toContain(commands.join(' '));
  });

  test('goes on where it stopped: the primary stepped down in the middle', async () => {
    const primary = await set.primary();
    const hanging = await hangInTheMiddle(primary);
    const done = append(client, topic, ticks(1000));
    await hanging();
    await set.stepDown();
    await expect(done).resolves.toBe(true);
    await primary.command({ configureFailPoint: 'hangDuringBatchInsert', mode: 'off' });
    expect(await prices()).toEqual(counting(1000));
  });

  test('goes on where it stopped: what it had inserted is not committed yet', async () => {
    const primary = await set.primary();
    const secondaries = await set.secondaries();
    for (const member of secondaries) {
      await member.command({ configureFailPoint: 'stopReplProducer', mode: 'alwaysOn' });
      await member.command({ waitForFailPoint: 'stopReplProducer', timesEntered: 1, maxTimeMS: 10_000 });
    }
    const hanging = await hangInTheMiddle(primary);
    // The look before the second try finds nothing, so this one meets its own ticks. Then they may be committed.
    let inserts = 0;
    const released: Promise<unknown>[] = [];
    const release = ({ commandName }: CommandStartedEvent): void => {
      if (commandName !== 'insert' || ++inserts !== 2) return;
      released.push(primary.command({ configureFailPoint: 'hangDuringBatchInsert', mode: 'off' }));
      for (const member of secondaries) {
        released.push(member.command({ configureFailPoint: 'stopReplProducer', mode: 'off' }));
      }
    };
    client.on('commandStarted', release);
    const done = append(client, topic, ticks(1000));
    await hanging();
    const { inprog } = await primary.command({ currentOp: 1, ns: 'test_append.ticker', op: 'insert' });
    await primary.command({ killOp: 1, op: inprog[0].opid });
    await expect(done).resolves.toBe(true);
    client.off('commandStarted', release);
    await Promise.all(released);
    expect(inserts).toBe(3);
    expect(await prices()).toEqual(counting(1000));
  });

  test('is not made again when that is no use', async () => {
    const onRetry = vi.fn();
    await failPoint('failCommand', { times: 1 }, { failCommands: ['insert'], errorCode: 13 });
    await expect(append(client, topic, ticks(1), { onRetry })).rejects.toMatchObject({ code: 13 });
    expect(onRetry).not.toHaveBeenCalled();
  });

  test('is not made again after patienceMs', async () => {
    await failPoint('failCommand', { times: 1 }, { failCommands: ['insert'], errorCode: 262 });
    await expect(append(client, topic, ticks(1), { patienceMs: 0 })).rejects.toMatchObject({ code: 262 });
  });

  test('is not made again after the signal aborted', async () => {
    await failPoint('failCommand', 'alwaysOn', { failCommands: ['insert'], errorCode: 262 });
    const stop = new AbortController();
    const done = append(client, topic, ticks(1), { signal: stop.signal, onRetry: () => stop.abort() });
    await expect(done).resolves.toBe(false);
    await failPoint('failCommand', 'off');
  });

  test('that a document caused names the reason', async () => {
    await client.db('test_append').command({ collMod: 'ticker', validator: { price: { $gte: 0 } } });
    await expect(append(client, topic, ticks(1, -1))).rejects.toThrow('Document failed validation');
  });
});

describe('a primary that fails under a publisher', () => {
  test.for([
    ['is killed', 'kill', 'start'],
    ['hangs, its connections open and silent', 'pause', 'resume'],
  ] as const)('%s: nothing is lost, doubled or out of order', async ([, fail, recover]) => {
    const primary = await set.primary();
    const onRetry = vi.fn();
    let sent = 0;
    let failing: Promise<void> | void = undefined;
    for (; sent < 1000 || onRetry.mock.calls.length === 0; sent += 50) {
      // Not awaited: it is to fail with a batch under way.
      if (sent === 500) failing = primary[fail]();
      await append(client, topic, ticks(50, sent), { onRetry });
    }
    await failing;
    expect((await set.primary()).address).not.toBe(primary.address);
    expect(await prices()).toEqual(counting(sent));
    await primary[recover]();
    await set.settled();
  });
});
