import { type Document, MongoClient, ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { TopicMismatch } from '../src/errors.ts';
import { ensureTopic } from '../src/topic.ts';

const client = new MongoClient(inject('uri'));
const db = client.db('test_topic');
const asked = { name: 'test_topic.ticker', sizeBytes: 1_000_000, max: 1000 };
const tick = (): object => ({ _id: new ObjectId(), time: new Date(), ticker: 'PIP', price: 44.51 });

beforeAll(() => client.connect());
beforeEach(() => db.dropDatabase());
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

async function options(): Promise<unknown> {
  const [found] = await db.listCollections({ name: 'ticker' }).toArray();
  return found && 'options' in found && found.options;
}

async function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.unreachable('it should have been refused'),
    (error: Error) => error,
  );
}

const shell = {
  getSiblingDB: (name: string) => ({
    runCommand: (command: Document) => client.db(name).command(command),
    getCollection: (collection: string) => client.db(name).collection(collection),
  }),
};

/** Does what a message tells the reader to paste into mongosh. */
async function paste(message: string): Promise<void> {
  for (const line of message.slice(message.indexOf('db.getSiblingDB')).split('; ')) {
    await new Function('db', `return ${line}`)(shell);
  }
}

describe('a topic that is missing', () => {
  test('is made, capped, with the index', async () => {
    await expect(ensureTopic(client, asked)).resolves.toMatchObject({ created: true, warning: undefined });
    // mongod rounds the size up to a multiple of 256.
    expect(await options()).toMatchObject({ capped: true, size: 1_000_192, max: 1000 });
    expect((await db.collection('ticker').indexes()).map(({ key }) => key)).toContainEqual({ time: 1 });
  });

  test('is made once by ten at once', async () => {
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => new MongoClient(inject('uri')).connect()),
    );
    const infos = await Promise.all(clients.map((client) => ensureTopic(client, asked)));
    await Promise.all(clients.map((client) => client.close()));
    expect(infos.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(infos.map(({ uuid }) => uuid)).size).toBe(1);
    expect(infos.map(({ warning }) => warning)).toEqual(Array(10).fill(undefined));
  });

  test('is made without a bound on its ticks for a max of 0', async () => {
    await ensureTopic(client, { ...asked, max: 0 });
    await expect(ensureTopic(client, { ...asked, max: 0 })).resolves.toMatchObject({ created: false });
    expect(await options()).toEqual({ capped: true, size: 1_000_192 });
  });
});

describe('a topic that is there', () => {
  test('is found, with its ticks untouched', async () => {
    const { uuid } = await ensureTopic(client, asked);
    await db.collection('ticker').insertOne(tick());
    await expect(ensureTopic(client, asked)).resolves.toMatchObject({
      created: false,
      uuid,
      warning: undefined,
    });
    expect(await db.collection('ticker').countDocuments()).toBe(1);
  });

  test('is another one after it was dropped and made anew', async () => {
    const { uuid } = await ensureTopic(client, asked);
    await db.collection('ticker').drop();
    expect((await ensureTopic(client, asked)).uuid).not.toBe(uuid);
  });

  test('gets its index when whoever made it was cut short', async () => {
    await db.createCollection('ticker', { capped: true, size: 1_000_000, max: 1000 });
    await expect(ensureTopic(client, asked)).resolves.toMatchObject({ warning: undefined });
    expect(await db.collection('ticker').indexes()).toHaveLength(2);
  });

  test('with ticks but without the index is warned of, and not changed', async () => {
    await db.createCollection('ticker', { capped: true, size: 1_000_000, max: 1000 });
    await db.collection('ticker').insertOne(tick());
    const { warning = '' } = await ensureTopic(client, asked);
    expect(warning).toBe(
      'the topic test_topic.ticker has no index {time: 1}: in mongosh, ' +
        'db.getSiblingDB("test_topic").getCollection("ticker").createIndex({time: 1})',
    );
    expect(await db.collection('ticker').indexes()).toHaveLength(1);
    await paste(warning);
    await expect(ensureTopic(client, asked)).resolves.toMatchObject({ warning: undefined });
  });
});

describe('a topic that is not as asked', () => {
  test('of another size is refused with both sizes and the ways out, and not changed', async () => {
    await db.createCollection('ticker', { capped: true, size: 100_000 });
    const error = await rejection(ensureTopic(client, asked));
    expect(error).toBeInstanceOf(TopicMismatch);
    expect(error.message).toBe(
      'the topic test_topic.ticker holds 100096 bytes and any number of ticks at most, not 1000000 bytes and ' +
        '1000 ticks (CAPPED_SIZE, CAPPED_MAX). Use it as it is with CAPPED_SIZE=100096 CAPPED_MAX=0, or resize it in ' +
        "mongosh (MongoDB 6.0 or newer; the oldest ticks that don't fit any more are lost): " +
        'db.getSiblingDB("test_topic").runCommand({collMod: "ticker", cappedSize: 1000000, cappedMax: 1000})',
    );
    expect(await options()).toEqual({ capped: true, size: 100_096 });
  });

  test('can be used as it is, as the message says', async () => {
    await db.createCollection('ticker', { capped: true, size: 100_000 });
    const found = ensureTopic(client, { ...asked, sizeBytes: 100_096, max: 0 });
    await expect(found).resolves.toMatchObject({ created: false });
  });

  test.for([
    ['of another size', { capped: true, size: 100_000, max: 1000 }],
    ['of another max', { capped: true, size: 1_000_000, max: 999 }],
    ['that is not capped', {}],
  ] as const)('%s is as asked after the command of the message', async ([, there]) => {
    await db.createCollection('ticker', there);
    await db.collection('ticker').insertOne(tick());
    const { message } = await rejection(ensureTopic(client, asked));
    expect(message.split('\n')).toHaveLength(1);
    await paste(message);
    await expect(ensureTopic(client, asked)).resolves.toMatchObject({ max: 1000 });
  });

  test('that is a view is refused', async () => {
    await db.createCollection('ticker', { viewOn: 'other', pipeline: [] });
    const { message } = await rejection(ensureTopic(client, asked));
    expect(message).toBe('the topic test_topic.ticker is a view: choose another TOPIC');
  });
});
