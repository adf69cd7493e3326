import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Hopeless, type Job, LeaseLost, type Queue } from '@ticker/mongo';
import { QueueStage } from './queue-stage.ts';

let stage: QueueStage;
let queue: Queue<unknown>;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_lease');
  queue = stage.queue({ maxAttempts: 3, backoff: { baseMs: 1_000, limitMs: 5_000 }, random: () => 0.5 });
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

async function claimed(payload: unknown = 1): Promise<Job<unknown>> {
  await queue.enqueue(payload);
  return (await queue.claim({ leaseMs: 60_000 }))!;
}

/** The ways in which a lease is over, each giving the job as its holder had it. */
const OVER: Record<string, () => Promise<Job<unknown>>> = {
  'with a token that never was': async () => ({ ...(await claimed()), token: new ObjectId() }),
  'that ended': async () => {
    const job = await claimed();
    await stage.expire(job.id);
    return job;
  },
  'that ended and was reaped': async () => {
    const job = await claimed();
    await stage.expire(job.id);
    await queue.sweep();
    return job;
  },
  'of a job that another worker holds now': async () => {
    const job = await claimed();
    await stage.expire(job.id);
    await queue.sweep();
    await queue.claim({ worker: 'other' });
    return job;
  },
  'of a job that another worker has finished': async () => {
    const job = await claimed();
    await stage.expire(job.id);
    await queue.sweep();
    await queue.complete((await queue.claim())!);
    return job;
  },
  'of a job that failed': async () => {
    const job = await claimed();
    await queue.fail(job, 'x');
    return job;
  },
  'of a job that was released and claimed again': async () => {
    const job = await claimed();
    await queue.release(job);
    await queue.claim();
    return job;
  },
  'of a job that is gone': async () => {
    const job = await claimed();
    await stage.jobs.deleteOne({ _id: job.id });
    return job;
  },
};

describe.for(Object.entries(OVER))('a lease %s', ([, over]) => {
  it.for([
    ['complete', (job: Job<unknown>) => queue.complete(job)],
    ['extend', (job: Job<unknown>) => queue.extend(job, 60_000)],
    ['fail', (job: Job<unknown>) => queue.fail(job, 'late')],
    ['release', (job: Job<unknown>) => queue.release(job)],
  ] as const)('has %s throw LeaseLost, and changes nothing', async ([, verb]) => {
    const job = await over();
    const before = await stage.jobs.find().toArray();
    const error = await verb(job).then(
      () => undefined,
      (e: Error) => e,
    );
    expect(error).toBeInstanceOf(LeaseLost);
    expect((error as LeaseLost).jobId).toEqual(job.id);
    expect(await stage.jobs.find().toArray()).toEqual(before);
  });
});

describe('complete', () => {
  it('finishes a job for good, at the time of the server', async () => {
    const job = await claimed();
    await queue.complete(job);
    const there = (await stage.jobs.findOne())!;
    expect(there.endTime!.getTime()).toBeGreaterThanOrEqual(there.startTime!.getTime());
    expect(there).not.toHaveProperty('leaseUntil');
    await queue.sweep();
    await expect(queue.claim()).resolves.toBeUndefined();
  });

  it('may be said twice, and changes nothing the second time', async () => {
    const job = await claimed();
    await queue.complete(job);
    const before = await stage.jobs.findOne();
    await queue.complete(job);
    expect(await stage.jobs.findOne()).toEqual(before);
  });

  it('finishes many, and names those whose lease is over', async () => {
    await queue.enqueueMany(Array.from({ length: 10 }, (_, n) => ({ payload: n })));
    const jobs = [...(await queue.claimMany(5)), ...(await queue.claimMany(5))];
    await stage.expire(jobs[2]!.id, jobs[7]!.id);
    await expect(queue.completeMany(jobs)).resolves.toEqual([jobs[2], jobs[7]]);
    expect(await stage.jobs.countDocuments({ endTime: { $ne: null } })).toBe(8);
  });

  it('of many at once tells each its own', async () => {
    await queue.enqueueMany(Array.from({ length: 40 }, (_, n) => ({ payload: n })));
    const jobs = await queue.claimMany(40);
    await stage.expire(jobs[13]!.id);
    const all = await Promise.allSettled(jobs.map((job) => queue.complete(job)));
    expect(all.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([13]);
  });

  it('does not take a second lease of a job for the first', async () => {
    const first = await claimed('a');
    await stage.expire(first.id);
    await queue.sweep();
    const [second] = await queue.claimMany(1);
    await queue.enqueue('b');
    const other = (await queue.claim())!;
    // The ids and the tokens of both are among these, but not as a pair.
    await expect(queue.completeMany([first, other])).resolves.toEqual([first]);
    expect(await stage.jobs.findOne({ _id: second!.id })).toMatchObject({ endTime: null });
  });
});

describe('extend', () => {
  it('has the lease end so long from now', async () => {
    const job = await claimed();
    await queue.extend(job, 3_600_000);
    const { leaseUntil, startTime } = (await stage.jobs.findOne())!;
    expect(leaseUntil!.getTime() - startTime!.getTime()).toBeGreaterThanOrEqual(3_600_000);
  });

  it('of many names those whose lease is over', async () => {
    await queue.enqueueMany([{ payload: 1 }, { payload: 2 }, { payload: 3 }]);
    const jobs = await queue.claimMany(3);
    await stage.expire(jobs[1]!.id);
    await expect(queue.extendMany(jobs, 1_000)).resolves.toEqual([jobs[1]]);
  });
});

describe('a lease that ends', () => {
  it('has its job wait again, for another attempt', async () => {
    const job = await claimed();
    await stage.expire(job.id);
    await expect(queue.sweep()).resolves.toEqual({ promoted: 0, reaped: 1, buried: 0 });
    const again = (await queue.claim())!;
    expect(again).toMatchObject({ id: job.id, attempt: 2, lastError: expect.stringContaining('lease of') });
    expect(again.token).not.toEqual(job.token);
  });

  it('is not over before its time', async () => {
    await claimed();
    await expect(queue.sweep()).resolves.toMatchObject({ reaped: 0 });
  });

  it('is reaped once by many who reap at once', async () => {
    await queue.enqueueMany(Array.from({ length: 50 }, (_, n) => ({ payload: n })));
    const jobs = await queue.claimMany(50);
    await stage.expire(...jobs.map(({ id }) => id));
    const swept = await Promise.all(Array.from({ length: 8 }, () => stage.queue().sweep()));
    expect(swept.reduce((sum, { reaped }) => sum + reaped, 0)).toBe(50);
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 50, running: 0 });
  });

  it('of a job that kills its workers makes it a dead letter after its attempts', async () => {
    const { id } = await queue.enqueue('poison');
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await queue.claim({ worker: 'w' })).toMatchObject({ attempt });
      await stage.expire(id);
      await queue.sweep();
    }
    await expect(queue.claim()).resolves.toBeUndefined();
    expect(await queue.deadLetters()).toMatchObject([
      { id, attempts: 3, lastError: 'the lease of w ended before it answered' },
    ]);
    expect(await stage.jobs.countDocuments()).toBe(0);
  });

  it('of a job that a shell user has finished leaves it finished', async () => {
    const job = await claimed();
    await stage.jobs.updateOne({ _id: job.id }, { $set: { endTime: new Date(5) } });
    await stage.expire(job.id);
    await queue.sweep();
    expect(await stage.jobs.findOne()).toMatchObject({ endTime: new Date(5), startTime: expect.any(Date) });
    await expect(queue.complete(job)).resolves.toBeUndefined();
    await expect(queue.stats()).resolves.toMatchObject({ running: 0, foreign: 0 });
  });
});

describe('a delayed job that a shell user has finished', () => {
  it('stays finished when it is due', async () => {
    const { id } = await queue.enqueue(1, { delayMs: 60_000 });
    await stage.jobs.updateOne({ _id: id }, { $set: { endTime: new Date(5) } });
    await stage.due(id);
    await queue.sweep();
    expect(await stage.jobs.findOne()).toMatchObject({ endTime: new Date(5), startTime: expect.any(Date) });
    expect(await stage.jobs.findOne()).not.toHaveProperty('dueAt');
    await expect(queue.claim()).resolves.toBeUndefined();
  });
});

describe('fail', () => {
  it('delays the job, longer with each attempt, to a bound, and keeps the error', async () => {
    const patient = stage.queue({
      maxAttempts: 9,
      backoff: { baseMs: 1_000, limitMs: 5_000 },
      random: () => 0.5,
    });
    const { id } = await queue.enqueue(1);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      const job = (await patient.claim())!;
      const failed = await patient.fail(job, new TypeError(`no. ${attempt}`));
      expect(failed.state).toBe('delayed');
      // The server's clock against itself.
      const [{ ms }] = (await stage.jobs
        .aggregate([{ $project: { ms: { $subtract: ['$dueAt', '$$NOW'] } } }])
        .toArray()) as [{ ms: number }];
      delays.push(Math.ceil(ms / 500) * 500);
      expect(await stage.jobs.findOne()).toMatchObject({
        lastError: `TypeError: no. ${attempt}`,
        endTime: null,
      });
      await stage.due(id);
      await patient.sweep();
    }
    expect(delays).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
  });

  it('has the delay that is asked for', async () => {
    const failed = await queue.fail(await claimed(), 'x', { delayMs: 3_600_000 });
    const dueAt = failed.state === 'delayed' ? failed.dueAt.getTime() : 0;
    expect(dueAt - (await stage.jobs.findOne())!.createdOn.getTime()).toBeGreaterThanOrEqual(3_600_000);
  });

  it('keeps a thousand characters of an error', async () => {
    await queue.fail(await claimed(), 'x'.repeat(1_000_000));
    expect((await stage.jobs.findOne())!.lastError).toHaveLength(1_000);
  });

  it('of the last attempt makes the job a dead letter, with its last error', async () => {
    const { id } = await queue.enqueue({ a: 1 }, { maxAttempts: 2, key: 'k' });
    await queue.fail((await queue.claim())!, 'first', { delayMs: 0 });
    await queue.sweep();
    await expect(queue.fail((await queue.claim())!, 'second')).resolves.toEqual({ state: 'dead' });
    expect(await queue.deadLetters()).toEqual([
      {
        id,
        payload: { a: 1 },
        key: 'k',
        createdOn: expect.any(Date),
        deadAt: expect.any(Date),
        attempts: 2,
        lastError: 'second',
      },
    ]);
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 0, delayed: 0, running: 0, dead: 1 });
  });

  it.for([
    ['asked not to try again', new Error('no'), { retry: false }],
    ['is hopeless', new Hopeless('no'), {}],
  ] as const)('makes the job a dead letter at once where it %s', async ([, error, options]) => {
    await expect(queue.fail(await claimed(), error, options)).resolves.toEqual({ state: 'dead' });
    expect(await queue.deadLetters()).toMatchObject([{ attempts: 1, lastError: 'no' }]);
  });
});

describe('release', () => {
  it('has the job wait as if it had not been claimed', async () => {
    const job = await claimed();
    await queue.release(job);
    await expect(queue.claim()).resolves.toMatchObject({ id: job.id, attempt: 1 });
  });

  it('may be said twice, and then no more can be done with the lease', async () => {
    const job = await claimed();
    await queue.release(job);
    const before = await stage.jobs.findOne();
    await queue.release(job);
    await expect(queue.complete(job)).rejects.toThrow(LeaseLost);
    await expect(queue.extend(job, 1_000)).rejects.toThrow(LeaseLost);
    await expect(queue.fail(job, 'x')).rejects.toThrow(LeaseLost);
    expect(await stage.jobs.findOne()).toEqual(before);
  });

  it('of many names those whose lease is over', async () => {
    await queue.enqueueMany([{ payload: 1 }, { payload: 2 }, { payload: 3 }]);
    const jobs = await queue.claimMany(3);
    await stage.expire(jobs[1]!.id);
    await expect(queue.releaseMany(jobs)).resolves.toEqual([jobs[1]]);
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 2, running: 1 });
  });
});

describe('cancel', () => {
  it.for([{}, { delayMs: 60_000 }])('removes a job that waits or is delayed: %j', async (options) => {
    const { id } = await queue.enqueue(1, options);
    await expect(queue.cancel(id)).resolves.toBe(true);
    await expect(queue.cancel(id)).resolves.toBe(false);
    expect(await stage.jobs.countDocuments()).toBe(0);
  });

  it('leaves a job that runs, is finished, or a shell user has', async () => {
    const running = await claimed();
    const finished = await claimed();
    await queue.complete(finished);
    await stage.jobs.insertOne({ _id: 'x', startTime: new Date(), endTime: null } as never);
    for (const id of [running.id, finished.id, 'x', 'unknown']) {
      await expect(queue.cancel(id)).resolves.toBe(false);
    }
    expect(await stage.jobs.countDocuments()).toBe(3);
  });
});
