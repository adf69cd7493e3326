import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { KeyTaken, type Queue } from '@ticker/mongo';
import { NEVER } from '../../src/queue/job-document.ts';
import { QueueStage } from './queue-stage.ts';

let stage: QueueStage;
let queue: Queue<unknown>;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_enqueue', { monitorCommands: true });
  queue = stage.queue();
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

async function serverNow(): Promise<number> {
  const [now] = await stage.db.aggregate([{ $documents: [{}] }, { $set: { at: '$$NOW' } }]).toArray();
  return (now!['at'] as Date).getTime();
}

describe('enqueue', () => {
  it("writes the article's document, and no field more", async () => {
    const { id } = await queue.enqueue({ type: 'image' }, { priority: 3 });
    const job = await stage.jobs.findOne();
    expect(job).toEqual({
      _id: id,
      startTime: null,
      endTime: null,
      createdOn: expect.any(Date),
      priority: 3,
      payload: { type: 'image' },
    });
    expect(Object.keys(job!)).toEqual(['_id', 'startTime', 'endTime', 'createdOn', 'priority', 'payload']);
  });

  it('takes the time of the server', async () => {
    const before = await serverNow();
    await queue.enqueue(1);
    const { createdOn } = (await stage.jobs.findOne())!;
    expect(createdOn.getTime()).toBeGreaterThanOrEqual(before);
    expect(createdOn.getTime()).toBeLessThanOrEqual(await serverNow());
  });

  it('is acknowledged by the majority', async () => {
    await queue.enqueue(1);
    expect(await stage.jobs.countDocuments({}, { readConcern: 'majority' })).toBe(1);
  });

  it.for([
    ['a text that looks like an expression', '$payload'],
    ['fields that look like operators', { $set: { 'a.b': '$$NOW' }, a: [{ $literal: 1 }] }],
    ['nothing', null],
  ] as const)('keeps a payload as it is: %s', async ([, payload]) => {
    await queue.enqueue(payload, { key: '$key' });
    expect((await queue.claim())?.payload).toEqual(payload);
  });

  it('enqueues many by one command, in their order', async () => {
    const payloads = Array.from({ length: 500 }, (_, n) => n);
    const enqueued = await queue.enqueueMany(payloads.map((payload) => ({ payload })));
    expect(new Set(enqueued.map(({ outcome }) => outcome))).toEqual(new Set(['enqueued']));
    const jobs = await queue.claimMany(500, { strict: true });
    expect(jobs.map(({ payload }) => payload)).toEqual(payloads);
    expect(jobs.map(({ id }) => id)).toEqual(enqueued.map(({ id }) => id));
    expect(new Set(jobs.map(({ createdOn }) => createdOn.getTime())).size).toBe(1);
  });

  it('enqueues none for none', async () => {
    await expect(queue.enqueueMany([])).resolves.toEqual([]);
  });

  it('refuses a payload that is none, and enqueues nothing', async () => {
    const parse = (payload: unknown): number => {
      if (typeof payload !== 'number') throw new TypeError('no number');
      return payload;
    };
    const numbers = stage.queue({ parse });
    const jobs = [{ payload: 1 }, { payload: 'one' as unknown as number }];
    await expect(numbers.enqueueMany(jobs)).rejects.toThrow('no number');
    expect(await stage.jobs.countDocuments()).toBe(0);
  });
});

describe('calls at once', () => {
  it('share commands, and each gets its own answer', async () => {
    // Of this client alone: others are at work on the same members.
    const sent: string[] = [];
    const note = ({ commandName }: CommandStartedEvent): void => void sent.push(commandName);
    stage.client.on('commandStarted', note);
    const payloads = Array.from({ length: 100 }, (_, n) => n);
    const enqueued = await Promise.all(payloads.map((payload) => queue.enqueue(payload)));
    stage.client.off('commandStarted', note);
    expect(new Set(sent)).toEqual(new Set(['update']));
    expect(sent.length).toBeLessThanOrEqual(3);
    const jobs = await stage.jobs.find().toArray();
    const byId = new Map(jobs.map(({ _id, payload }) => [String(_id), payload]));
    expect(enqueued.map(({ id }) => byId.get(String(id)))).toEqual(payloads);
    expect((await queue.claimMany(100, { strict: true })).map(({ payload }) => payload)).toEqual(payloads);
  });

  it.for([
    // The driver refuses it before anything is sent.
    ['can not be written', circular],
    // So does it this.
    ['is too large', () => 'x'.repeat(17 * 2 ** 20)],
  ] as const)('fail alone where a payload %s', async ([, bad]) => {
    const tries = await Promise.allSettled([
      queue.enqueue('first'),
      queue.enqueue('second', { key: 'k' }),
      queue.enqueue(bad()),
      queue.enqueueMany([{ payload: 'third' }, { payload: 'fourth' }]),
    ]);
    expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const there = await stage.jobs.find().toArray();
    expect(there.map(({ payload }) => payload).toSorted()).toEqual(['first', 'fourth', 'second', 'third']);
  });

  it('of which mongod refuses one fail alone', async () => {
    await stage.db.command({
      collMod: stage.jobs.collectionName,
      validator: { payload: { $ne: 'bad' } },
    });
    const good = [queue.enqueue('first'), queue.enqueueMany([{ payload: 'second' }, { payload: 'third' }])];
    const bad = queue.enqueueMany([{ payload: 'fourth' }, { payload: 'bad' }]);
    await expect(bad).rejects.toThrow('failed validation');
    await expect(Promise.all(good)).resolves.toHaveLength(2);
    await stage.db.command({ collMod: stage.jobs.collectionName, validator: {} });
    expect(await stage.jobs.countDocuments()).toBe(4);
  });
});

function circular(): object {
  const it: Record<string, unknown> = {};
  it['it'] = it;
  return it;
}

describe('a delayed job', () => {
  it.for([
    ['by milliseconds', { delayMs: 60_000 }],
    ['until a time', { at: new Date(Date.now() + 60_000) }],
  ] as const)('%s is not claimed, by us or by a shell user, until it is due', async ([, options]) => {
    const { id } = await queue.enqueue('later', options);
    await expect(queue.claim()).resolves.toBeUndefined();
    expect(await stage.jobs.findOne({ startTime: null })).toBeNull();
    expect(await queue.sweep()).toMatchObject({ promoted: 0 });
    await stage.due(id);
    expect(await queue.sweep()).toMatchObject({ promoted: 1 });
    expect(await stage.jobs.findOne()).toMatchObject({ startTime: null, endTime: null });
    await expect(queue.claim()).resolves.toMatchObject({ id, payload: 'later' });
  });

  it('is due by the clock of the server', async () => {
    const before = await serverNow();
    await queue.enqueue(1, { delayMs: 5_000 });
    const job = (await stage.jobs.findOne())!;
    expect(job.startTime).toEqual(NEVER);
    expect(job.dueAt!.getTime() - before).toBeGreaterThanOrEqual(5_000);
    expect(job.dueAt!.getTime() - (await serverNow())).toBeLessThanOrEqual(5_000);
  });

  it('until a time that is past waits at once', async () => {
    await queue.enqueue(1, { at: new Date(0) });
    expect(await stage.jobs.findOne()).not.toHaveProperty('dueAt');
    await expect(queue.claim()).resolves.toMatchObject({ payload: 1 });
  });
});

describe('a key that is there already', () => {
  it('is ignored by default: the job that was there stays, and its id is given', async () => {
    const first = await queue.enqueue('first', { key: 'k' });
    await expect(queue.enqueue('second', { key: 'k' })).resolves.toEqual({
      id: first.id,
      outcome: 'ignored',
    });
    expect((await stage.jobs.find().toArray()).map(({ payload }) => payload)).toEqual(['first']);
  });

  it('throws KeyTaken where asked to', async () => {
    await queue.enqueue('first', { key: 'k' });
    const error = await queue.enqueue('second', { key: 'k', onClash: 'error' }).catch((e: Error) => e);
    expect(error).toBeInstanceOf(KeyTaken);
    expect(error).toMatchObject({ key: 'k', message: 'there is a job with the key "k" already' });
  });

  it('has none of many enqueued where it throws', async () => {
    await queue.enqueue('first', { key: 'k' });
    const jobs = [{ payload: 1 }, { payload: 2, key: 'k' }, { payload: 3 }];
    await expect(queue.enqueueMany(jobs, { onClash: 'error' })).rejects.toThrow(KeyTaken);
    expect(await stage.jobs.countDocuments()).toBe(1);
  });

  it.for([
    ['waits', {}],
    ['is delayed', { delayMs: 60_000 }],
  ] as const)(
    'is replaced where asked to, while the job %s: all but its place is new',
    async ([, before]) => {
      const first = await queue.enqueue('first', { key: 'k', priority: 1, maxAttempts: 2, ...before });
      const { createdOn } = (await stage.jobs.findOne())!;
      await stage.jobs.updateOne({}, { $set: { attempts: 1, lastError: 'x' } });
      const again = await queue.enqueue('second', { key: 'k', priority: 9, onClash: 'replace' });
      expect(again).toEqual({ id: first.id, outcome: 'replaced' });
      expect(await stage.jobs.findOne()).toEqual({
        _id: first.id,
        startTime: null,
        endTime: null,
        createdOn,
        priority: 9,
        payload: 'second',
        key: 'k',
        attempts: 0,
        replacement: expect.anything(),
      });
    },
  );

  it('that waits may be replaced by a delayed one', async () => {
    await queue.enqueue('first', { key: 'k' });
    await queue.enqueue('second', { key: 'k', onClash: 'replace', delayMs: 60_000 });
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 0, delayed: 1 });
  });

  it.for(['running', 'finished'] as const)('is not replaced while the job is %s', async (state) => {
    const first = await queue.enqueue('first', { key: 'k' });
    const job = (await queue.claim())!;
    if (state === 'finished') await queue.complete(job);
    const before = await stage.jobs.findOne();
    await expect(queue.enqueue('second', { key: 'k', onClash: 'replace' })).resolves.toEqual({
      id: first.id,
      outcome: 'ignored',
    });
    expect(await stage.jobs.findOne()).toEqual(before);
  });

  it('may come twice in one call', async () => {
    const jobs = [{ payload: 1, key: 'a' }, { payload: 2 }, { payload: 3, key: 'a' }];
    const [first, second, third] = await queue.enqueueMany(jobs);
    expect([first, second, third].map((it) => it!.outcome)).toEqual(['enqueued', 'enqueued', 'ignored']);
    expect(third!.id).toEqual(first!.id);
    expect(await stage.jobs.countDocuments()).toBe(2);
  });

  it.for(['ignore', 'replace', 'error'] as const)(
    'is one job after fifty enqueued it at once: %s',
    async (onClash) => {
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) => queue.enqueue(n, { key: 'race', onClash })),
      );
      const outcomes = tries.map((it) =>
        it.status === 'fulfilled' ? it.value.outcome : (it.reason as Error).name,
      );
      expect(await stage.jobs.countDocuments()).toBe(1);
      expect(outcomes.filter((it) => it === 'enqueued')).toHaveLength(1);
      const others = { ignore: 'ignored', replace: 'replaced', error: 'KeyTaken' }[onClash];
      expect(outcomes.filter((it) => it === others)).toHaveLength(49);
      const ids = tries.flatMap((it) => (it.status === 'fulfilled' ? [String(it.value.id)] : []));
      expect(new Set(ids).size).toBe(1);
    },
  );

  it('is looked up by its index', async () => {
    await queue.enqueueMany(Array.from({ length: 200 }, (_, n) => ({ payload: n, key: `k${n}` })));
    for (const filter of [{ key: 'k7' }, { key: { $in: ['k7', 'k8', 'new'] } }]) {
      const { executionStats } = await stage.jobs.find(filter).explain('executionStats');
      expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(2);
    }
  });

  it('is free again when its job is cancelled', async () => {
    const { id } = await queue.enqueue('first', { key: 'k' });
    await expect(queue.cancel(id)).resolves.toBe(true);
    await expect(queue.enqueue('second', { key: 'k' })).resolves.toMatchObject({ outcome: 'enqueued' });
  });
});

describe("enqueue in the caller's transaction", () => {
  it('is there when it commits, with what else the transaction wrote', async () => {
    await stage.client.withSession((session) =>
      session.withTransaction(async () => {
        await stage.db.collection('rules').insertOne({ fired: true }, { session });
        await queue.enqueueMany([{ payload: 1 }, { payload: 2, key: 'k' }], { session });
        expect(await stage.jobs.countDocuments()).toBe(0);
      }),
    );
    expect(await stage.jobs.countDocuments()).toBe(2);
  });

  it.for(['ignore', 'replace', 'error'] as const)('rolls back with it: %s', async (onClash) => {
    await queue.enqueue('there', { key: 'there' });
    const abort = stage.client.withSession((session) =>
      session.withTransaction(async () => {
        await queue.enqueue(1, { session, onClash, key: 'k' });
        await queue.enqueueMany([{ payload: 2 }, { payload: 3 }], { session, onClash });
        if (onClash !== 'error') await queue.enqueue(4, { session, onClash, key: 'there' });
        throw new Error('no');
      }),
    );
    await expect(abort).rejects.toThrow('no');
    expect((await stage.jobs.find().toArray()).map(({ payload }) => payload)).toEqual(['there']);
  });

  it('has one of two transactions that enqueue the same key give way, and one job in the end', async () => {
    const fire = (n: number) =>
      stage.client.withSession((session) =>
        session.withTransaction(() => queue.enqueue(n, { session, key: 'rule:1' })),
      );
    const both = await Promise.all([fire(1), fire(2), fire(3)]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['enqueued', 'ignored', 'ignored']);
    expect(await stage.jobs.countDocuments()).toBe(1);
  });
});
