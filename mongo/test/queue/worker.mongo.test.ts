import type { CommandStartedEvent } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  type Handler,
  Hopeless,
  type Job,
  LeaseLost,
  type Queue,
  type Worker,
  type WorkerOptions,
} from '@ticker/mongo';
import { History } from './history.ts';
import { QueueStage, until } from './queue-stage.ts';

let stage: QueueStage;
let queue: Queue<number>;
const workers: Worker<number>[] = [];

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_worker', { monitorCommands: true });
});
beforeEach(async () => {
  await stage.clear();
  queue = stage.queue<number>({ maxAttempts: 3, backoff: { baseMs: 1, limitMs: 10 } });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop({ deadlineMs: 0 })));
});
afterAll(() => stage.close());

function start(handler: Handler<number>, options: WorkerOptions = {}): Worker<number> {
  const worker = queue.worker(handler, options);
  workers.push(worker);
  return worker;
}

async function enqueue(count: number): Promise<void> {
  await queue.enqueueMany(Array.from({ length: count }, (_, payload) => ({ payload })));
}

/** A handler whose jobs end when the test says so. */
function gated() {
  const begun: { job: Job<number>; signal: AbortSignal; end: (error?: unknown) => void }[] = [];
  const handler: Handler<number> = (job, { signal }) =>
    new Promise((resolve, reject) => {
      begun.push({ job, signal, end: (error) => (error === undefined ? resolve() : reject(error as Error)) });
    });
  return { begun, handler };
}

describe('a worker', () => {
  it('runs each job once, and completes it', async () => {
    const ran: number[] = [];
    const history = await History.of(stage);
    const worker = start(({ payload }) => void ran.push(payload), { concurrency: 10 });
    await enqueue(300);
    await history.until(() => history.finished === 300);
    await history.stop();
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n));
    expect(history.breaches()).toEqual([]);
    await until(() => worker.counts.completed === 300);
    expect(worker.counts).toEqual({ claimed: 300, completed: 300, failed: 0, dead: 0, lost: 0, released: 0 });
  });

  it('runs as many at once as it may, and claims as many ahead, in order', async () => {
    await enqueue(20);
    const { begun, handler } = gated();
    start(handler, { concurrency: 3, prefetch: 4 });
    await until(() => begun.length === 3);
    await expect(queue.stats()).resolves.toMatchObject({ running: 7, waiting: 13 });
    begun[1]!.end();
    await until(() => begun.length === 4);
    expect(begun.map(({ job }) => job.payload)).toEqual([0, 1, 2, 3]);
  });

  it('claims none ahead where it shall not', async () => {
    await enqueue(5);
    const { begun, handler } = gated();
    start(handler, { concurrency: 2, prefetch: 0 });
    await until(() => begun.length === 2);
    await expect(queue.stats()).resolves.toMatchObject({ running: 2, waiting: 3 });
  });

  it('takes by priority where asked to', async () => {
    await queue.enqueueMany([1, 5, 3].map((payload) => ({ payload, priority: payload })));
    const ran: number[] = [];
    start(({ payload }) => void ran.push(payload), { order: 'priority', strict: true });
    await until(() => ran.length === 3);
    expect(ran).toEqual([5, 3, 1]);
  });

  it('completes many by few commands', async () => {
    await enqueue(400);
    let updates = 0;
    const record = ({ command }: CommandStartedEvent): void => {
      if (command['update'] === 'queue') updates++;
    };
    stage.client.on('commandStarted', record);
    const worker = start(() => {}, { concurrency: 50, prefetch: 150 });
    await until(() => worker.counts.completed === 400);
    stage.client.off('commandStarted', record);
    // Claims among them: with one command a job there would be 400.
    expect(updates).toBeLessThan(40);
  });

  it('extends the leases of jobs that take longer, those that it has not begun too', async () => {
    const leaseMs = 600;
    await enqueue(2);
    const { begun, handler } = gated();
    const worker = start(handler, { concurrency: 1, prefetch: 1, leaseMs });
    const claimed = async () =>
      (await stage.jobs.find({ leaseUntil: { $exists: true } }).toArray()).length === 2;
    await until(claimed);
    const first = await stage.jobs.find().toArray();
    // Until the server's clock is past what the leases were, twice over.
    await until(async () => {
      const [job] = await stage.jobs.aggregate([{ $project: { now: '$$NOW' } }]).toArray();
      return (job!['now'] as Date).getTime() > first[0]!.leaseUntil!.getTime() + leaseMs;
    });
    await expect(queue.sweep()).resolves.toMatchObject({ reaped: 0 });
    begun[0]!.end();
    await until(() => begun.length === 2);
    begun[1]!.end();
    await until(() => worker.counts.completed === 2);
    expect(begun.map(({ job }) => job.attempt)).toEqual([1, 1]);
  });

  it('tells its handler when the lease is lost, and does not look at what it gives', async () => {
    await enqueue(1);
    const { begun, handler } = gated();
    const worker = start(handler, { leaseMs: 1_000, prefetch: 0 });
    await until(() => begun.length === 1);
    const [{ job, signal, end }] = begun as [(typeof begun)[0]];
    await stage.expire(job.id);
    const other = stage.queue();
    await other.sweep();
    const again = (await other.claim({ worker: 'other', leaseMs: 60_000 }))!;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toBeInstanceOf(LeaseLost);
    expect(worker.counts).toMatchObject({ lost: 1 });
    end();
    await worker.stop();
    expect(worker.counts).toMatchObject({ completed: 0, failed: 0 });
    expect(await stage.jobs.findOne()).toMatchObject({ token: again.token, endTime: null, worker: 'other' });
  });

  it('has a job that fails tried again, then makes it a dead letter with its last error', async () => {
    await enqueue(1);
    const attempts: number[] = [];
    const worker = start(({ attempt }) => {
      attempts.push(attempt);
      throw new Error(`no. ${attempt}`);
    });
    await until(async () => (await stage.dead.countDocuments()) === 1);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await queue.deadLetters()).toMatchObject([{ attempts: 3, lastError: 'no. 3' }]);
    await until(() => worker.counts.dead === 1);
    expect(worker.counts).toMatchObject({ failed: 3, completed: 0 });
  });

  it('does not try again what is hopeless', async () => {
    await enqueue(1);
    start(() => {
      throw new Hopeless('never');
    });
    await until(async () => (await stage.dead.countDocuments()) === 1);
    expect(await queue.deadLetters()).toMatchObject([{ attempts: 1, lastError: 'never' }]);
  });
});

describe('a worker that stops', () => {
  it('finishes what runs, gives back what has not begun, and claims no more', async () => {
    await enqueue(10);
    const { begun, handler } = gated();
    const worker = start(handler, { concurrency: 2, prefetch: 3 });
    await until(() => begun.length === 2);
    const stopped = worker.stop();
    await until(() => worker.counts.released === 3);
    begun[0]!.end();
    begun[1]!.end(new Error('no'));
    await stopped;
    expect(worker.counts).toMatchObject({ completed: 1, failed: 1, released: 3 });
    expect(begun).toHaveLength(2);
    await expect(queue.stats()).resolves.toMatchObject({ running: 0, waiting: 8, delayed: 1 });
    const next = await queue.claimMany(8, { strict: true });
    expect(next.map(({ payload, attempt }) => [payload, attempt])).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].map((payload) => [payload, 1]),
    );
  });

  it('tells what still runs at the deadline to abort, and gives it back', async () => {
    await enqueue(1);
    const { begun, handler } = gated();
    const worker = start(handler);
    await until(() => begun.length === 1);
    await worker.stop({ deadlineMs: 50 });
    expect(begun[0]!.signal.reason).toEqual(new Error('the worker stops'));
    expect(worker.counts).toMatchObject({ released: 1, completed: 0 });
    await expect(queue.claim()).resolves.toMatchObject({ payload: 0, attempt: 1 });
    begun[0]!.end();
  });

  it('gives back what a claim brings that was under way', async () => {
    await enqueue(5);
    const { begun, handler } = gated();
    const worker = start(handler, { concurrency: 5 });
    await worker.stop({ deadlineMs: 0 });
    await until(() => worker.counts.released === 5);
    expect(begun).toEqual([]);
    await expect(queue.stats()).resolves.toMatchObject({ waiting: 5, running: 0 });
  });

  it('stops at once while it waits for a job', async () => {
    const worker = start(() => {}, { concurrency: 5 });
    await enqueue(1);
    await until(() => worker.counts.completed === 1);
    await Promise.all([worker.stop(), worker.stop()]);
    await enqueue(1);
    await expect(queue.claim()).resolves.toBeDefined();
  });

  it('leaves the others of its process at work', async () => {
    const [first, second] = [start(() => {}), start(() => {})];
    await first!.stop();
    await enqueue(3);
    await until(() => second!.counts.completed === 3);
    expect(first!.counts.claimed).toBe(0);
  });
});
