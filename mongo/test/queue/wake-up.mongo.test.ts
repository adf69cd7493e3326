import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandStartedEvent, type CommandSucceededEvent, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ensureQueue, type Queue, type Worker } from '@ticker/mongo';
import { seeded } from '../seeded.ts';
import { QueueStage, until } from './queue-stage.ts';

let stage: QueueStage;
/** Who enqueues: another process, as far as the queue is concerned. */
let shell: MongoClient;
let queue: Queue<unknown>;
let sent: string[] = [];
let answered: string[] = [];
const names = new Map<number, string>();
const workers: Worker<unknown>[] = [];

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_wake', { monitorCommands: true });
  shell = await new MongoClient(inject('uri')).connect();
  stage.client.on('commandStarted', ({ commandName, command, requestId }: CommandStartedEvent) => {
    if (commandName === 'endSessions' || commandName === 'killCursors') return;
    const streams = JSON.stringify(command['pipeline'] ?? '').includes('$changeStream');
    const name = streams ? 'watch' : commandName;
    sent.push(name);
    names.set(requestId, name);
  });
  stage.client.on('commandSucceeded', ({ requestId }: CommandSucceededEvent) => {
    answered.push(names.get(requestId) ?? '');
  });
});
beforeEach(async () => {
  await stage.clear();
  queue = stage.queue({ backoff: { baseMs: 1, limitMs: 1 } });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  await shell.close();
  await stage.close();
});

const count = (name: string): number => sent.filter((it) => it === name).length;

const isClaim = (name: string): boolean => name === 'findAndModify' || name === 'find';

/** Workers that hear the queue, have looked for a job since, found none, and wait. */
async function idle(number: number, handler: () => void = () => {}): Promise<void> {
  [sent, answered] = [[], []];
  for (let n = 0; n < number; n++) workers.push(queue.worker(handler));
  await until(() => {
    const heard = answered.indexOf('watch');
    const looked = heard >= 0 && answered.slice(heard).some(isClaim);
    return looked && answered.filter(isClaim).length === sent.filter(isClaim).length;
  });
}

describe('a worker that waits', () => {
  const jobs = () => shell.db(stage.db.databaseName).collection('queue');
  const waiting = { startTime: null, endTime: null, createdOn: new Date(), priority: 1, payload: 1 };
  const running = { ...waiting, startTime: new Date(), leaseUntil: new Date(Date.now() + 1e9), attempts: 1 };

  it.for<readonly [string, () => Promise<unknown>]>([
    ['another process enqueues', () => stage.queue().enqueue(1)],
    ['a shell user inserts', () => jobs().insertOne({ ...waiting })],
    ['a shell user inserts a job without times', () => jobs().insertOne({ payload: 1 })],
    [
      'a transaction commits',
      () =>
        shell.withSession((session) =>
          session.withTransaction(() => jobs().insertOne({ ...waiting }, { session })),
        ),
    ],
    [
      'a job is given back',
      async () => {
        const { insertedId } = await jobs().insertOne({ ...running });
        await jobs().updateOne({ _id: insertedId }, { $set: { startTime: null }, $unset: { leaseUntil: 1 } });
      },
    ],
    ['a delayed job is due', () => stage.queue().enqueue(1, { delayMs: 100 })],
    ['a lease ends', () => jobs().insertOne({ ...running, leaseUntil: new Date(Date.now() + 100) })],
    [
      'a dead letter is redriven',
      async () => {
        await stage.dead.insertOne({ ...waiting, _id: 'dead', deadAt: new Date() });
        await stage.queue().redrive();
      },
    ],
  ])('is woken when %s', async ([, act]) => {
    let ran = 0;
    await idle(1, () => void ran++);
    const before = performance.now();
    await act();
    await until(() => ran === 1);
    // It looks by itself every 5 s; what it is woken for comes at once.
    expect(performance.now() - before).toBeLessThan(2_500);
  });

  // Without an error it would ask an ended stream for ever, and never let go of its process: this test would hang.
  it.for([
    ['dropped', () => jobs().drop()],
    ['renamed', () => jobs().rename('queue_of_before')],
    ['dropped with its database', () => stage.db.dropDatabase()],
  ] as const)('goes on when the queue is %s', async ([, lose]) => {
    let ran = 0;
    await idle(1, () => void ran++);
    answered = [];
    await lose();
    await until(() => answered.includes('watch'));
    await ensureQueue(shell, { name: stage.name });
    await stage.queue().enqueue(1);
    await until(() => ran === 1);
  });

  it('learns of a job before one that looks ten times a second', async () => {
    const late: number[] = [];
    const polled: number[] = [];
    let inserted = 0;
    await idle(1, () => void late.push(performance.now() - inserted));
    const random = seeded(5);
    const poller = new AbortController();
    const polling = (async () => {
      while (!poller.signal.aborted) {
        await delay(100);
        const there = await jobs().countDocuments();
        if (there > polled.length) polled.push(performance.now() - inserted);
      }
    })();
    for (let n = 0; n < 25; n++) {
      // At a random moment: the inserts must not keep step with the looks.
      await delay(20 + random() * 100);
      inserted = performance.now();
      await jobs().insertOne({ ...waiting, payload: n });
      await until(() => late.length > n && polled.length > n);
    }
    poller.abort();
    await polling;
    const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[12]!;
    const all = late.toSorted((a, b) => a - b).map(Math.round);
    console.log(
      `25 lone jobs began ${median(late).toFixed(1)} ms after their insert was sent (median; all: ${all}), ` +
        `one that looks each 100 ms sees them after ${median(polled).toFixed(1)} ms`,
    );
    // Of one run, on one machine: 14 against 70 measured.
    expect(median(late)).toBeLessThan(median(polled));
  });
});

describe('a hundred idle workers of a process', () => {
  /** CPU seconds of this machine's mongods that serve the set; undefined where /proc is not to be had. */
  async function cpu(): Promise<number | undefined> {
    try {
      const pids = await Promise.all(
        ((await shell.db('admin').command({ hello: 1 }))['hosts'] as string[]).map(async (host) => {
          const member = await new MongoClient(`mongodb://${host}/?directConnection=true`).connect();
          const { pid } = await member.db('admin').command({ serverStatus: 1 });
          await member.close();
          return Number(pid);
        }),
      );
      const ticks = pids.map((pid) => {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
        return Number(fields[11]) + Number(fields[12]);
      });
      return ticks.reduce((sum, it) => sum + it, 0) / 100;
    } catch {
      return undefined;
    }
  }

  it('ask the set for next to nothing: one listener, and a look a second at what is due', async () => {
    await idle(100);
    sent = [];
    const [from, since] = [await cpu(), performance.now()];
    await until(() => count('getMore') >= 5);
    const [to, seconds] = [await cpu(), (performance.now() - since) / 1_000];
    if (from !== undefined && to !== undefined) {
      console.log(
        `100 idle workers, for ${seconds.toFixed(1)} s: the set used ${(((to - from) / seconds) * 100).toFixed(1)} % of a core, ` +
          `its own replication included`,
      );
    }
    expect(count('watch')).toBe(0);
    // About five seconds: one wait, and one or two looks, in each; and one claim by the one whose turn it is to look.
    expect(sent.length).toBeLessThan(30);
    expect(count('findAndModify') + count('find')).toBeLessThanOrEqual(4);
  });

  it('send one of them for one job, not all', async () => {
    let ran = 0;
    await idle(100, () => void ran++);
    expect(count('watch')).toBe(1);
    sent = [];
    await stage.queue().enqueue(1);
    await until(() => ran === 1);
    await until(() => count('getMore') >= 3);
    // The claim, and one or two more looks by those who were woken after it.
    expect(count('findAndModify') + count('find')).toBeLessThanOrEqual(8);
  });

  it('share a thousand jobs', async () => {
    const ran: number[] = Array(100).fill(0);
    answered = [];
    for (let n = 0; n < 100; n++) {
      workers.push(queue.worker(async () => void (await delay(1), ran[n]!++), { prefetch: 0 }));
    }
    await until(() => answered.includes('watch'));
    await stage.queue().enqueueMany(Array.from({ length: 1_000 }, (_, payload) => ({ payload })));
    await until(() => ran.reduce((sum, it) => sum + it, 0) === 1_000);
    expect(ran.filter((it) => it > 0).length).toBeGreaterThan(50);
  });
});
