import { type CommandStartedEvent, type Document, ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Queue } from '@ticker/mongo';
import { QueueStage } from './queue-stage.ts';
import { seeded } from '../seeded.ts';

const SEED = 4;
let stage: QueueStage;
let queue: Queue<unknown>;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_claim', { monitorCommands: true });
});
beforeEach(async () => {
  await stage.clear();
  queue = stage.queue();
});
afterAll(() => stage.close());

/** The commands that are sent to the queue meanwhile. */
async function commandsOf(action: () => Promise<unknown>): Promise<Document[]> {
  const sent: Document[] = [];
  const record = ({ command, databaseName }: CommandStartedEvent): void => {
    if (databaseName === stage.db.databaseName) sent.push(command);
  };
  stage.client.on('commandStarted', record);
  await action();
  stage.client.off('commandStarted', record);
  return sent;
}

describe('claim', () => {
  it('gives a job with what it needs, and its lease', async () => {
    const { id } = await queue.enqueue({ n: 1 }, { key: 'k', priority: 7 });
    const job = await queue.claim({ worker: '$w', leaseMs: 5_000 });
    expect(job).toEqual({
      id,
      token: expect.any(ObjectId),
      payload: { n: 1 },
      priority: 7,
      createdOn: expect.any(Date),
      key: 'k',
      attempt: 1,
      lastError: undefined,
      leaseUntil: expect.any(Date),
    });
    const { startTime, ...there } = (await stage.jobs.findOne())!;
    expect(there).toMatchObject({ endTime: null, worker: '$w', attempts: 1, token: job!.token });
    expect(job!.leaseUntil.getTime() - startTime!.getTime()).toBe(5_000);
  });

  it('gives none when none waits', async () => {
    await expect(queue.claim()).resolves.toBeUndefined();
    await expect(queue.claimMany(10, { strict: true })).resolves.toEqual([]);
  });

  it('is one command for one job, with and without strict order', async () => {
    await queue.enqueueMany([{ payload: 1 }, { payload: 2 }]);
    const sent = await commandsOf(async () => {
      await queue.claim();
      await queue.claim({ strict: true });
    });
    expect(sent.map((command) => Object.keys(command)[0])).toEqual(['findAndModify', 'findAndModify']);
  });

  it('is three commands for many', async () => {
    await queue.enqueueMany(Array.from({ length: 300 }, (_, n) => ({ payload: n })));
    const sent = await commandsOf(() => queue.claimMany(300));
    expect(sent.map((command) => Object.keys(command)[0])).toEqual(['find', 'update', 'find']);
  });

  it('shares commands among many who claim at once, and gives each its jobs and its lease', async () => {
    await queue.enqueueMany(Array.from({ length: 100 }, (_, n) => ({ payload: n })));
    let jobs: Awaited<ReturnType<typeof queue.claim>>[] = [];
    const sent = await commandsOf(async () => {
      const workers = Array.from({ length: 60 }, (_, n) => queue.claim({ worker: `w${n}` }));
      jobs = await Promise.all(workers);
    });
    expect(new Set(jobs.map((job) => job!.payload)).size).toBe(60);
    expect(new Set(jobs.map((job) => job!.token.toHexString())).size).toBe(60);
    expect(sent.length).toBeLessThanOrEqual(6);
    const there = await stage.jobs.find({ worker: 'w7' }).toArray();
    expect(there.map(({ _id }) => _id)).toEqual([jobs[7]!.id]);
  });

  it('gives a job to one of many queues that race for it', async () => {
    const queues = Array.from({ length: 20 }, () => stage.queue());
    for (let round = 0; round < 10; round++) {
      await queue.enqueue(round);
      const jobs = await Promise.all(queues.map((it, n) => it.claim({ strict: n % 2 === 0 })));
      expect(jobs.filter((job) => job !== undefined)).toHaveLength(1);
    }
  });

  it.for([true, false])(
    'gives each job once to batches that race, and all of them: strict %s',
    async (strict) => {
      const count = 1_000;
      await queue.enqueueMany(Array.from({ length: count }, (_, n) => ({ payload: n })));
      const claimed: unknown[] = [];
      const drain = async (it: Queue<unknown>): Promise<void> => {
        for (;;) {
          const jobs = await it.claimMany(20, { strict });
          if (jobs.length === 0) return;
          claimed.push(...jobs.map(({ payload }) => payload));
        }
      };
      await Promise.all(Array.from({ length: 6 }, () => drain(stage.queue())));
      expect(claimed).toHaveLength(count);
      expect(new Set(claimed).size).toBe(count);
    },
  );

  it('leaves alone what a shell user finished before anybody began it', async () => {
    const { id } = await queue.enqueue(1);
    await stage.jobs.updateOne({ _id: id }, { $set: { endTime: new Date() } });
    await expect(queue.claim()).resolves.toBeUndefined();
    await expect(queue.claimMany(2)).resolves.toEqual([]);
  });

  it('takes a shell user’s job as it is, whatever its id and its fields', async () => {
    await stage.jobs.insertMany([
      { _id: 'mine', startTime: null, endTime: null, createdOn: new Date(1), priority: 1, payload: { a: 1 } },
      { _id: 2, attempts: 'many', maxAttempts: {}, leaseUntil: 'soon', worker: 3, createdOn: 'x' } as never,
    ]);
    const jobs = await queue.claimMany(2);
    expect(jobs.map(({ id, attempt }) => [id, attempt])).toEqual([
      [2, 1],
      ['mine', 1],
    ]);
    await queue.complete(jobs[1]!);
    await expect(queue.fail(jobs[0]!, 'no')).resolves.toMatchObject({ state: 'delayed' });
  });

  it('has a job whose payload is none die of it, and gives the others', async () => {
    const parse = (payload: unknown): number => {
      if (typeof payload !== 'number') throw new TypeError(`no number: ${JSON.stringify(payload)}`);
      return payload;
    };
    await queue.enqueueMany([{ payload: 'one' }, { payload: 2 }, { payload: 'three' }]);
    const numbers = stage.queue({ parse });
    const job = (await numbers.claim())!;
    expect(job.payload).toBe(2);
    await expect(numbers.claim()).resolves.toBeUndefined();
    expect((await numbers.deadLetters()).map(({ payload, lastError }) => [payload, lastError])).toEqual([
      ['three', 'TypeError: no number: "three"'],
      ['one', 'TypeError: no number: "one"'],
    ]);
  });
});

describe('the order', () => {
  const random = seeded(SEED);
  const priorities = Array.from({ length: 120 }, () => Math.floor(random() * 5));

  async function enqueueMixed(): Promise<{ payload: number; priority: number }[]> {
    const jobs = priorities.map((priority, payload) => ({ payload, priority }));
    // Some in one call, with the same time, and some alone.
    for (let at = 0; at < jobs.length;) {
      const size = 1 + Math.floor(random() * 20);
      await queue.enqueueMany(jobs.slice(at, at + size));
      at += size;
    }
    return jobs;
  }

  it.for([
    ['one by one', 1],
    ['in batches', 7],
  ] as const)('is exact in strict mode, %s: FIFO, and by priority then FIFO', async ([, limit]) => {
    for (const order of ['fifo', 'priority'] as const) {
      await stage.clear();
      const jobs = await enqueueMixed();
      const expected = order === 'fifo' ? jobs : jobs.toSorted((a, b) => b.priority - a.priority);
      const claimed: unknown[] = [];
      for (let got = [{}]; got.length > 0;) {
        got = await queue.claimMany(limit, { order, strict: true });
        claimed.push(...got.map((job) => (job as { payload: unknown }).payload));
      }
      expect(claimed).toEqual(expected.map(({ payload }) => payload));
    }
  });

  it('is exact without strict mode too, for a claimer that meets no other', async () => {
    const jobs = await enqueueMixed();
    const claimed: unknown[] = [];
    for (let got = [{}]; got.length > 0;) {
      got = await queue.claimMany(11, { order: 'fifo' });
      claimed.push(...got.map((job) => (job as { payload: unknown }).payload));
    }
    expect(claimed).toEqual(jobs.map(({ payload }) => payload));
  });

  it('in strict mode leaves no job waiting that comes before one that racing claimers took', async () => {
    const count = 400;
    await queue.enqueueMany(Array.from({ length: count }, (_, n) => ({ payload: n })));
    const queues = Array.from({ length: 5 }, () => stage.queue());
    for (let taken = 0; taken < count;) {
      const got = await Promise.all(queues.map((it, n) => it.claimMany(1 + 3 * n, { strict: true })));
      const newest = Math.max(...got.flat().map(({ payload }) => payload as number));
      taken += got.flat().length;
      // All claims are answered: what came before the newest is taken.
      expect(await stage.jobs.countDocuments({ startTime: null, payload: { $lt: newest } })).toBe(0);
    }
  });

  it('puts a job that failed, was released or promoted into its old place', async () => {
    await queue.enqueueMany([{ payload: 1 }, { payload: 2 }, { payload: 3 }]);
    const [one, two] = await queue.claimMany(2, { strict: true });
    await queue.release(two!);
    await queue.fail(one!, 'x', { delayMs: 0 });
    await queue.sweep();
    const again = await queue.claimMany(3, { strict: true });
    expect(again.map(({ payload, attempt }) => [payload, attempt])).toEqual([
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
  });
});

describe('with 100 000 jobs waiting', () => {
  function stages(plan: Document | undefined): string[] {
    if (!plan) return [];
    const inner = [plan['inputStage'], ...(plan['inputStages'] ?? [])] as Document[];
    return [plan['stage'] as string, ...inner.flatMap(stages)];
  }

  it('reads an index, sorts nothing, and looks at what it takes: both orders, every way to claim', async () => {
    const jobs = Array.from({ length: 100_000 }, (_, n) => ({
      startTime: null,
      endTime: null,
      createdOn: new Date(n),
      priority: n % 10,
      payload: n,
    }));
    await stage.jobs.insertMany(jobs as never, { writeConcern: { w: 1 }, ordered: false });
    for (const order of ['fifo', 'priority'] as const) {
      const sent = await commandsOf(async () => {
        await queue.claim({ order });
        await queue.claim({ order, strict: true });
        await queue.claimMany(100, { order });
      });
      const claims = sent.filter((it) => it['findAndModify'] || (it['find'] && it['sort']));
      expect(claims).toHaveLength(3);
      for (const claim of claims) {
        const { lsid: _l, $clusterTime: _c, $db: _d, txnNumber: _t, writeConcern: _w, ...command } = claim;
        const { queryPlanner, executionStats } = await stage.db.command({
          explain: command,
          verbosity: 'executionStats',
        });
        const used = stages(queryPlanner.winningPlan);
        expect(used).toContain('IXSCAN');
        expect(used).not.toContain('SORT');
        expect(used).not.toContain('COLLSCAN');
        expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(command['limit'] ?? 1);
      }
    }
  });
});
