import { Decimal128, Double, Int32, Long } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Queue } from '@ticker/mongo';
import { bury } from '../../src/queue/bury.ts';
import { collectionsOf } from '../../src/queue/collections.ts';
import { QueueStage } from './queue-stage.ts';

let stage: QueueStage;
let queue: Queue<unknown>;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_dead');
  queue = stage.queue({ maxAttempts: 1 });
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

async function killed(payload: unknown, key?: string): Promise<unknown> {
  const { id } = await queue.enqueue(payload, key === undefined ? {} : { key });
  await queue.fail((await queue.claim())!, `${payload} failed`);
  return id;
}

describe('dead letters', () => {
  it('lie in a collection of their own, where no TTL and no shell user finds them', async () => {
    const id = await killed(1);
    expect(await stage.jobs.countDocuments()).toBe(0);
    expect(await stage.dead.findOne()).toMatchObject({ _id: id, endTime: null, deadAt: expect.any(Date) });
    expect((await stage.dead.indexes()).filter((index) => 'expireAfterSeconds' in index)).toEqual([]);
  });

  it('are listed, the newest first', async () => {
    for (const payload of [1, 2, 3]) await killed(payload);
    expect((await queue.deadLetters(2)).map(({ payload }) => payload)).toEqual([3, 2]);
  });

  it('keep the very types of their values', async () => {
    const values = {
      double: new Double(3),
      int: new Int32(3),
      long: Long.fromNumber(3),
      dec: new Decimal128('3'),
    };
    await stage.jobs.insertOne({ startTime: null, endTime: null, payload: { ...values, re: /a/i } } as never);
    await queue.fail((await queue.claim())!, 'x');
    await queue.redrive();
    const types = Object.keys(values).map((name) => ({ $type: `$payload.${name}` }));
    const [found] = await stage.jobs.aggregate([{ $project: { types } }]).toArray();
    expect(found!['types']).toEqual(['double', 'int', 'long', 'decimal']);
  });

  it('are moved once by many who move at once', async () => {
    await queue.enqueueMany(Array.from({ length: 150 }, (_, n) => ({ payload: n })));
    const jobs = await queue.claimMany(150);
    await stage.expire(...jobs.map(({ id }) => id));
    const swept = await Promise.all(Array.from({ length: 6 }, () => stage.queue({ maxAttempts: 1 }).sweep()));
    while ((await bury(collectionsOf(stage.client, { name: stage.name }))) > 0);
    expect(swept.reduce((sum, { reaped }) => sum + reaped, 0)).toBe(150);
    expect(await stage.dead.countDocuments()).toBe(150);
    expect(await stage.jobs.countDocuments()).toBe(0);
  });

  it('of a second job with the id of one that died replace the first', async () => {
    for (const payload of ['first', 'second']) {
      await stage.jobs.insertOne({ _id: 'mine', startTime: null, endTime: null, payload } as never);
      await queue.fail((await queue.claim())!, payload);
    }
    expect(await queue.deadLetters()).toMatchObject([{ id: 'mine', payload: 'second' }]);
    expect(await stage.jobs.countDocuments()).toBe(0);
  });
});

describe('a job that is dead, and not moved yet', () => {
  async function dying(): Promise<unknown> {
    const { id } = await queue.enqueue(1, { key: 'k' });
    // As `fail` marks it; who was to move it was killed.
    const marked = { startTime: new Date('9999-12-31T23:59:59.999Z'), deadAt: new Date(), lastError: 'x' };
    await stage.jobs.updateOne({ _id: id as never }, { $set: marked });
    return id;
  }

  it('is claimed by nobody, and counts as dead', async () => {
    const id = await dying();
    await expect(queue.claim()).resolves.toBeUndefined();
    expect(await stage.jobs.findOne({ startTime: null })).toBeNull();
    await expect(queue.cancel(id as never)).resolves.toBe(false);
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 0, delayed: 0, foreign: 0, dead: 1 });
  });

  it('is moved by whoever sweeps', async () => {
    await dying();
    await expect(queue.sweep()).resolves.toMatchObject({ buried: 1 });
    await expect(queue.stats()).resolves.toMatchObject({ dead: 1 });
  });

  it('is redriven all the same', async () => {
    const id = await dying();
    await expect(queue.redrive([id as never])).resolves.toEqual({ redriven: 1, refused: [] });
    await expect(queue.claim()).resolves.toMatchObject({ id });
  });
});

describe('redrive', () => {
  it('has all dead letters wait again, in their old order, with all their attempts', async () => {
    for (const payload of [1, 2, 3]) await killed(payload);
    await queue.enqueue(4);
    await expect(queue.redrive()).resolves.toEqual({ redriven: 3, refused: [] });
    const jobs = await queue.claimMany(4, { strict: true });
    expect(jobs.map(({ payload, attempt, lastError }) => [payload, attempt, lastError])).toEqual([
      [1, 1, '1 failed'],
      [2, 1, '2 failed'],
      [3, 1, '3 failed'],
      [4, 1, undefined],
    ]);
    await expect(queue.stats()).resolves.toMatchObject({ dead: 0, running: 4 });
  });

  it('takes those that are named, and no others', async () => {
    const ids = [await killed(1), await killed(2)];
    await expect(queue.redrive([ids[1] as never, 'unknown'])).resolves.toEqual({ redriven: 1, refused: [] });
    expect((await queue.deadLetters()).map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('refuses a letter whose key another job has now, and leaves it where it is', async () => {
    const id = await killed('old', 'k');
    await queue.enqueue('new', { key: 'k' });
    await expect(queue.redrive()).resolves.toEqual({ redriven: 0, refused: [id] });
    expect((await queue.deadLetters()).map(({ payload }) => payload)).toEqual(['old']);
    expect((await stage.jobs.find().toArray()).map(({ payload }) => payload)).toEqual(['new']);
  });

  it('by many at once redrives each letter once', async () => {
    for (let n = 0; n < 10; n++) await killed(n);
    const done = await Promise.all(Array.from({ length: 4 }, () => stage.queue().redrive()));
    expect(done.reduce((sum, { redriven }) => sum + redriven, 0)).toBe(10);
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 10, dead: 0 });
  });
});
