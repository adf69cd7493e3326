import { MongoClient } from 'mongodb';
import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureQueue, type Job, Queue, type Worker } from '@ticker/mongo';
import { seeded } from '../seeded.ts';
import { History } from './history.ts';
import { QueueStage, until } from './queue-stage.ts';
import { type Task, WorkerProcess } from './worker-process.ts';

// A set of its own: its primary is killed, and fail points need enableTestCommands. The worker processes run what is
// built: `npx tsc -b` first.

const SEED = 20_251_121;
let set: ReplicaSet;
let stage: QueueStage;
const processes: WorkerProcess[] = [];
const workers: Worker<unknown>[] = [];

beforeAll(async () => {
  set = await ReplicaSet.start({
    mongod: await findMongod(),
    setParameter: { enableTestCommands: 1, ttlMonitorSleepSecs: 1, transactionLifetimeLimitSeconds: 2 },
  });
  stage = await QueueStage.open(set.uri, 'test_queue_faults');
});
beforeEach(async () => {
  await set.settled();
  await stage.clear();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((it) => it.kill()));
  await Promise.all(workers.splice(0).map((worker) => worker.stop({ deadlineMs: 0 })));
});
afterAll(async () => {
  await stage?.client.close();
  await set?.stop();
});

function start(task: Partial<Task>): WorkerProcess {
  const worker = new WorkerProcess({ uri: set.uri, name: stage.name, do: 'work', ...task });
  processes.push(worker);
  return worker;
}

async function failPoint(mode: object | 'off', data: object = {}): Promise<void> {
  await (await set.primary()).command({ configureFailPoint: 'failCommand', mode, data });
}

const numbered = (count: number) => Array.from({ length: count }, (_, payload) => ({ payload }));

describe('an answer that is lost', () => {
  const FAULTS = {
    'that was done': { writeConcernError: { code: 262, errmsg: 'it took too long' } },
    'that was not done': { closeConnection: true },
  };

  type Verb = (queue: Queue<unknown>, job: Job<unknown>) => Promise<unknown>;
  const VERBS: readonly [name: string, command: string, verb: Verb][] = [
    ['claim', 'findAndModify', async (queue) => (await queue.claim())?.payload],
    ['strict claim', 'findAndModify', async (queue) => (await queue.claim({ strict: true }))?.payload],
    ['claim of many', 'update', async (queue) => (await queue.claimMany(2)).map(({ payload }) => payload)],
    ['enqueue', 'update', async (queue) => (await queue.enqueue(9)).outcome],
    [
      'enqueue of many',
      'update',
      async (queue) =>
        (await queue.enqueueMany([{ payload: 8, key: 'k' }, { payload: 9 }])).map((it) => it.outcome),
    ],
    ['completion', 'update', (queue, job) => queue.complete(job)],
    ['extension', 'update', (queue, job) => queue.extend(job, 1e6)],
    ['release', 'update', (queue, job) => queue.release(job)],
    ['failure', 'findAndModify', async (queue, job) => (await queue.fail(job, 'x')).state],
    [
      'last failure',
      'findAndModify',
      async (queue, job) => (await queue.fail(job, 'x', { retry: false })).state,
    ],
    [
      'cancellation',
      'delete',
      async (queue) => queue.cancel((await stage.jobs.findOne({ startTime: null }))!._id),
    ],
  ];

  /** What all jobs are like, without what differs from run to run. */
  async function state(): Promise<unknown[]> {
    const all = [...(await stage.jobs.find().toArray()), ...(await stage.dead.find().toArray())];
    return all
      .map(({ payload, attempts, startTime, endTime, leaseUntil, dueAt, deadAt, lastError }) => ({
        payload,
        attempts,
        lastError,
        started: startTime !== null,
        finished: endTime !== null,
        leased: leaseUntil !== undefined,
        due: dueAt !== undefined,
        dead: deadAt !== undefined,
      }))
      .toSorted((a, b) => Number(a.payload) - Number(b.payload));
  }

  it.for(
    VERBS.flatMap(([name, command, verb]) =>
      Object.entries(FAULTS).map(([fault, data]) => [name, fault, command, verb, data] as const),
    ),
  )('to a %s %s changes neither what it gives nor what it does', async ([, , command, verb, data]) => {
    const results: unknown[] = [];
    for (const faulty of [false, true]) {
      await stage.clear();
      const queue = stage.queue();
      await queue.enqueueMany(numbered(4));
      const job = (await queue.claim({ strict: true }))!;
      if (faulty) await failPoint({ times: 1 }, { failCommands: [command], ...data });
      results.push([await verb(queue, job), await state()]);
      if (faulty) {
        // It was met.
        const { count } = await (
          await set.primary()
        ).command({ configureFailPoint: 'failCommand', mode: 'off' });
        expect(count).toBeGreaterThan(0);
      }
    }
    expect(results[1]).toEqual(results[0]);
  });
});

describe('worker processes', () => {
  it('that are killed at random moments lose no job, and no job is run again once it is finished', async () => {
    const random = seeded(SEED);
    const count = 400;
    const history = await History.of(stage);
    const task = { busyMs: 60, worker: { concurrency: 4, leaseMs: 800 }, queue: { maxAttempts: 50 } };
    for (let n = 0; n < 3; n++) start(task);
    await Promise.all(processes.map((it) => it.told('ready')));
    await stage.queue().enqueueMany(numbered(count));
    let kills = 0;
    for (let at = 20 + random() * 40; at < count; at += 20 + random() * 60, kills++) {
      await history.until(() => history.finished >= at);
      const victim = processes.splice(Math.floor(random() * processes.length), 1)[0]!;
      await victim.kill('SIGKILL');
      start(task);
    }
    await history.until(() => history.finished === count);
    // And those that are told to stop end well.
    await Promise.all(processes.map((it) => it.told('ready')));
    const codes = await Promise.all(processes.map((it) => it.kill('SIGTERM')));
    expect(codes).toEqual([0, 0, 0]);
    await history.stop();
    expect(history.breaches()).toEqual([]);
    expect(history.finished).toBe(count);
    expect(kills).toBeGreaterThan(4);
    await expect(stage.queue().stats()).resolves.toMatchObject({
      waiting: 0,
      running: 0,
      delayed: 0,
      dead: 0,
    });
    console.log(
      `${kills} of the workers killed, ${count} jobs: each finished once, ${history.claims} claims`,
    );
  });

  it('stalled past its lease can’t complete: the job is the other’s', async () => {
    const stalled = start({ busyMs: 'until told', worker: { leaseMs: 500 } });
    await stalled.told('ready');
    const history = await History.of(stage);
    const queue = stage.queue();
    const { id } = await queue.enqueue(1);
    await stalled.told('begun');
    stalled.freeze();
    await until(async () => (await queue.sweep()).reaped === 1);
    const job = (await queue.claim({ leaseMs: 60_000 }))!;
    expect(job).toMatchObject({ id, attempt: 2 });
    // It has been told that it may end its job, by when it goes on.
    stalled.tell();
    stalled.thaw();
    await until(() => stalled.events.some(({ message }) => message?.includes('the lease of a job was lost')));
    expect(await stage.jobs.findOne()).toMatchObject({ endTime: null, token: job.token });
    await queue.complete(job);
    await history.until(() => history.finished === 1);
    await history.stop();
    expect(history.breaches()).toEqual([]);
  });

  it('whose clocks are an hour off, both ways, run each job once, and on time', async () => {
    const HOUR_MS = 3_600_000;
    const history = await History.of(stage);
    const common = {
      busyMs: 1_000,
      worker: { concurrency: 10, leaseMs: 600 },
      queue: { backoff: { baseMs: 100, limitMs: 100 } },
    };
    const [ahead, behind] = [
      start({ ...common, clockShiftMs: HOUR_MS }),
      start({ ...common, clockShiftMs: -HOUR_MS }),
    ];
    await Promise.all([ahead.told('ready'), behind.told('ready')]);
    const from = Date.now();
    await stage
      .queue()
      .enqueueMany([...numbered(40), { payload: 'later', delayMs: 300 }, { payload: 'fails' }]);
    await history.until(() => history.finished === 42);
    const to = Date.now();
    await history.stop();
    expect(history.breaches()).toEqual([]);
    // One more for the one that failed: no lease was taken for over that was not, though jobs last longer than it.
    expect(history.claims).toBe(43);
    for (const { startTime, endTime, createdOn } of await stage.jobs.find().toArray()) {
      for (const time of [startTime!, endTime!, createdOn]) {
        expect(time.getTime()).toBeGreaterThan(from - 60_000);
        expect(time.getTime()).toBeLessThan(to + 60_000);
      }
    }
    const off = [ahead, behind].map(({ events }) => events.find(({ what }) => what === 'begun')!.now! - from);
    expect(off[0]).toBeGreaterThan(HOUR_MS - 60_000);
    expect(off[1]).toBeLessThan(60_000 - HOUR_MS);
  });
});

describe('a process that is killed between the two steps', () => {
  /** Has a process stop in the middle of its transaction, and kills it there. */
  async function killIn(task: Task['do'], command: string, told: 'claimed' | 'redriving'): Promise<void> {
    const primary = await set.primary();
    const data = { failCommands: [command], blockConnection: true, blockTimeMS: 2_000, appName: 'doomed' };
    const { count } = await primary.command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data });
    const doomed = start({ do: task, appName: 'doomed' });
    await doomed.told(told);
    await primary.command({ waitForFailPoint: 'failCommand', timesEntered: count + 1, maxTimeMS: 20_000 });
    await doomed.kill('SIGKILL');
    await failPoint('off');
  }

  it('of a death leaves a dead job, which another moves: never lost, doubled or claimed', async () => {
    const queue = stage.queue();
    const { id } = await queue.enqueue(1);
    await killIn('fail', 'delete', 'claimed');
    expect(await stage.jobs.findOne()).toMatchObject({ _id: id, deadAt: expect.any(Date) });
    expect(await stage.dead.countDocuments()).toBe(0);
    await expect(queue.claim()).resolves.toBeUndefined();
    await expect(queue.stats()).resolves.toMatchObject({ dead: 1 });
    // As soon as the transaction of the killed one is given up.
    await until(async () => (await queue.sweep()).buried === 1);
    expect(await stage.jobs.countDocuments()).toBe(0);
    expect(await queue.deadLetters()).toMatchObject([{ id, lastError: 'the last' }]);
  });

  it('of a redrive leaves the letter where it was, to be redriven', async () => {
    const queue = stage.queue();
    const { id } = await queue.enqueue(1);
    await queue.fail((await queue.claim())!, 'x', { retry: false });
    await killIn('redrive', 'insert', 'redriving');
    expect(await stage.dead.countDocuments()).toBe(1);
    expect(await stage.jobs.countDocuments()).toBe(0);
    await expect(queue.redrive()).resolves.toEqual({ redriven: 1, refused: [] });
    await expect(queue.claim()).resolves.toMatchObject({ id });
    await expect(queue.stats()).resolves.toMatchObject({ running: 1, dead: 0 });
  });
});

describe('TTL', () => {
  it('removes finished jobs, and never one that waits, is delayed, runs or is dead', async () => {
    await ensureQueue(stage.client, { name: stage.name, keepSeconds: 0 });
    const queue = stage.queue();
    await queue.enqueueMany(['finished', 'runs', 'failed', 'dead', 'waits'].map((payload) => ({ payload })));
    await queue.enqueue('delayed', { delayMs: 3_600_000 });
    const [finished, , failed, dead] = await queue.claimMany(4, { strict: true });
    await queue.fail(failed!, 'x', { delayMs: 3_600_000 });
    await queue.fail(dead!, 'x', { retry: false });
    await queue.complete(finished!);
    const passes = async (): Promise<number> => {
      const { metrics } = await (await set.primary()).command({ serverStatus: 1 });
      return Number(metrics.ttl.passes);
    };
    await until(async () => (await stage.jobs.countDocuments({ payload: 'finished' })) === 0);
    // And two whole passes more.
    const passed = await passes();
    await until(async () => (await passes()) >= passed + 2);
    const left = (await stage.jobs.find().toArray()).map(({ payload }) => payload);
    expect(left).toEqual(['runs', 'failed', 'waits', 'delayed']);
    expect((await queue.deadLetters()).map(({ payload }) => payload)).toEqual(['dead']);
    await ensureQueue(stage.client, { name: stage.name });
  });
});

describe('a primary', () => {
  it('that hands over, is killed, or hangs loses no job, and none is run again once it is finished', async () => {
    const count = 1_200;
    const history = await History.of(stage);
    const clients = await Promise.all(Array.from({ length: 3 }, () => new MongoClient(set.uri).connect()));
    const queues = clients.map((client) => new Queue<unknown>(client, { name: stage.name, maxAttempts: 50 }));
    const ran = new Map<unknown, number>();
    for (const queue of queues) {
      const run = ({ payload }: Job<unknown>): void => void ran.set(payload, (ran.get(payload) ?? 0) + 1);
      workers.push(queue.worker(run, { concurrency: 5, prefetch: 5, leaseMs: 5_000 }));
    }
    // Enqueued all along, again where it is not known whether it worked: the keys make that safe.
    const enqueueing = (async () => {
      for (let n = 0; n < count; n += 10) {
        const jobs = numbered(10).map(({ payload }) => ({ payload: n + payload, key: `job ${n + payload}` }));
        await history.until(() => history.finished >= n - 100);
        while (!(await queues[0]!.enqueueMany(jobs).catch(() => false)));
      }
    })();
    await history.until(() => history.finished > 200);
    await set.stepDown();
    await history.until(() => history.finished > 500);
    const killed = await set.primary();
    await killed.kill('SIGKILL');
    await history.until(() => history.finished > 800);
    await killed.start();
    await set.settled();
    const frozen = await set.primary();
    frozen.pause();
    await history.until(() => history.finished > 1_000);
    frozen.resume();
    await enqueueing;
    await history.until(() => history.finished === count);
    await history.stop();
    expect(history.breaches()).toEqual([]);
    expect(ran.size).toBe(count);
    expect(await stage.jobs.countDocuments({ endTime: { $ne: null } })).toBe(count);
    const again = [...ran.values()].filter((times) => times > 1).length;
    console.log(
      `a step-down, a SIGKILL, a freeze: ${count} jobs each finished once, ${again} of them run twice`,
    );
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await Promise.all(clients.map((client) => client.close()));
  });
});
