import { type CreateCollectionOptions, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ensureQueue, Queue, QueueMismatch } from '@ticker/mongo';

const client = new MongoClient(inject('uri'));
const db = client.db('test_queue_ensure');
const name = 'test_queue_ensure.queue';

beforeAll(() => client.connect());
beforeEach(() => db.dropDatabase());
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

async function expiry(): Promise<number> {
  const index = (await db.collection('queue').indexes()).find((it) => it.name === 'endTime_1');
  return index!['expireAfterSeconds'] as number;
}

describe('ensureQueue', () => {
  it('makes both collections and the indexes, by many at once and again', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ensureQueue(client, { name })));
    await ensureQueue(client, { name });
    const indexes = await db.collection('queue').indexes();
    expect(indexes.map(({ key }) => JSON.stringify(key)).toSorted()).toEqual([
      '{"_id":1}',
      '{"deadAt":1}',
      '{"dueAt":1}',
      '{"endTime":1}',
      '{"key":1}',
      '{"leaseUntil":1}',
      '{"startTime":1,"createdOn":1,"_id":1}',
      '{"startTime":1,"priority":-1,"createdOn":1,"_id":1}',
    ]);
    expect(await expiry()).toBe(86_400);
    expect((await db.listCollections().toArray()).map((it) => it.name).toSorted()).toEqual(['dead', 'queue']);
  });

  it('sets how long finished jobs stay, of a queue that is there too', async () => {
    await ensureQueue(client, { name, keepSeconds: 60 });
    expect(await expiry()).toBe(60);
    await ensureQueue(client, { name, keepSeconds: 120 });
    expect(await expiry()).toBe(120);
  });

  it("takes the article's queue as it is, with its jobs", async () => {
    await db.collection('queue').createIndex({ endTime: 1 }, { expireAfterSeconds: 86_400 });
    await db.collection('queue').createIndex({ startTime: 1, createdOn: 1 });
    await db.collection('queue').insertOne({ startTime: null, endTime: null, payload: 1 });
    await ensureQueue(client, { name });
    await expect(new Queue(client, { name }).claim()).resolves.toMatchObject({ payload: 1 });
  });

  it('keeps the dead letters of another queue of the database apart', async () => {
    await ensureQueue(client, { name: 'test_queue_ensure.mail' });
    expect((await db.listCollections().toArray()).map((it) => it.name).toSorted()).toEqual([
      'mail',
      'mail.dead',
    ]);
  });

  it.for<readonly [string, CreateCollectionOptions]>([
    ['a capped collection', { capped: true, size: 4_096 }],
    ['a view', { viewOn: 'other', pipeline: [] }],
  ])('refuses %s', async ([what, options]) => {
    await db.createCollection('queue', options);
    const refused = ensureQueue(client, { name });
    await expect(refused).rejects.toThrow(QueueMismatch);
    await expect(refused).rejects.toThrow(
      `${name} is ${what}, which can't hold a queue: choose another name`,
    );
  });

  it.for(['queue', '.queue', 'work.'])('refuses the name %s', async (bad) => {
    await expect(ensureQueue(client, { name: bad })).rejects.toThrow(
      `a queue's name must be "database.collection", such as work.queue; it is "${bad}"`,
    );
  });
});
