import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { Queue } from '@ticker/mongo';
import { QueueStage } from './queue-stage.ts';

let stage: QueueStage;
let queue: Queue<unknown>;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_stats');
  queue = stage.queue({ maxAttempts: 1 });
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

it('counts nothing in an empty queue', async () => {
  await expect(queue.stats()).resolves.toEqual({
    waiting: 0,
    running: 0,
    delayed: 0,
    dead: 0,
    foreign: 0,
    oldestMs: undefined,
    finishedPerMinute: 0,
  });
});

it('counts the jobs of each state, those that shell users claimed apart, finished ones not', async () => {
  await queue.enqueueMany(Array.from({ length: 10 }, (_, n) => ({ payload: n })));
  await queue.enqueueMany([{ payload: 'later', delayMs: 60_000 }]);
  const [dead, ...running] = await queue.claimMany(4);
  await queue.fail(dead!, 'x');
  await queue.complete(running[0]!);
  for (let n = 0; n < 3; n++) {
    await stage.jobs.findOneAndUpdate({ startTime: null }, { $set: { startTime: new Date() } });
  }
  await expect(queue.stats()).resolves.toMatchObject({
    waiting: 3,
    running: 2,
    delayed: 1,
    dead: 1,
    foreign: 3,
  });
});

it('gives the age of the oldest that waits, by the clock of the server', async () => {
  await queue.enqueueMany([{ payload: 1 }, { payload: 2 }]);
  await stage.jobs.updateOne({ payload: 2 }, [{ $set: { createdOn: { $subtract: ['$$NOW', 5_000] } } }]);
  const { oldestMs } = await queue.stats();
  expect(oldestMs).toBeGreaterThanOrEqual(5_000);
  await queue.claim();
  expect((await queue.stats()).oldestMs).toBeLessThan(oldestMs!);
});

it('bears what a shell user may have written', async () => {
  await stage.jobs.insertOne({ startTime: null, endTime: null, createdOn: 'yesterday' } as never);
  await expect(queue.stats()).resolves.toMatchObject({ waiting: 1, oldestMs: 0 });
});

it('counts what was finished in the last minute, by the clock of the server, whoever finished it', async () => {
  await queue.enqueueMany(Array.from({ length: 4 }, (_, n) => ({ payload: n })));
  await queue.completeMany(await queue.claimMany(3));
  await stage.jobs.updateOne({ payload: 3 }, { $set: { startTime: new Date(), endTime: new Date() } });
  await expect(queue.stats()).resolves.toMatchObject({ finishedPerMinute: 4 });
  await stage.jobs.updateOne({ payload: 0 }, [{ $set: { endTime: { $subtract: ['$$NOW', 60_001] } } }]);
  await expect(queue.stats()).resolves.toMatchObject({ finishedPerMinute: 3 });
});

it('reads of the finished ones only those of the last minute', async () => {
  const old = Array.from({ length: 1_000 }, () => ({ startTime: new Date(0), endTime: new Date(0) }));
  await stage.jobs.insertMany(old as never[]);
  await queue.enqueueMany([{ payload: 1 }]);
  await queue.complete((await queue.claim())!);
  await stage.db.command({ profile: 2 });
  try {
    await queue.stats();
  } finally {
    await stage.db.command({ profile: 0 });
  }
  const [profiled] = await stage.db
    .collection('system.profile')
    .find({ 'command.aggregate': 'queue', op: 'command' })
    .toArray();
  await stage.db.collection('system.profile').drop();
  expect(profiled!['keysExamined']).toBeLessThan(50);
  expect(profiled!['docsExamined']).toBeLessThan(5);
});
