import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Job, LeaseLost, type Order, Queue } from '@ticker/mongo';
import { ModelQueue } from './model-queue.ts';
import { QueueStage } from './queue-stage.ts';

// The verbs against a plain model in memory, by sequences of commands that fast-check makes. Time passes where a
// command says so: it writes a lease's or a delay's end into the past.

let stage: QueueStage;
beforeAll(async () => {
  // One writer, one member's answer: the model is about what the verbs do, not about replication.
  stage = await QueueStage.open(inject('uri'), 'test_queue_model');
});
afterAll(() => stage.close());

const LONG_MS = 1e9;
const MAX_ATTEMPTS = 3;

class Real {
  readonly queue = new Queue<number>(stage.client, {
    name: stage.name,
    maxAttempts: MAX_ATTEMPTS,
    writeConcern: 1,
    backoff: { baseMs: LONG_MS, limitMs: LONG_MS },
    random: () => 1,
  });
  /** Every lease that was ever given, as its holder knows it. */
  readonly leases: Job<number>[] = [];
  made = 0;
}

type Command = fc.AsyncCommand<ModelQueue, Real>;

/** A command that may always be run. */
function command(name: string, run: (model: ModelQueue, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real);
      const { oldestMs: _, finishedPerMinute: __, ...counts } = await real.queue.stats();
      expect(counts).toEqual(model.stats());
    },
    toString: () => name,
  };
}

/** Whether a verb took the lease. */
async function taken(verb: Promise<unknown>): Promise<boolean> {
  return verb.then(
    () => true,
    (error: Error) => {
      expect(error).toBeInstanceOf(LeaseLost);
      return false;
    },
  );
}

/** A command on one of the leases that were ever given: most are over. */
function onLease(
  name: string,
  at: number,
  run: (n: number, model: ModelQueue, real: Real) => Promise<void>,
): Command {
  return command(`${name}(${at})`, async (model, real) => {
    if (real.leases.length === 0) return;
    // The latest are more likely to be good.
    await run(real.leases.length - 1 - (at % Math.min(real.leases.length, 6)), model, real);
  });
}

const order = fc.constantFrom<Order>('fifo', 'priority');
const at = fc.nat(20);
const key = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined, freq: 2 });

const commands = [
  fc
    .array(fc.record({ priority: fc.nat(2), key, delayed: fc.boolean() }), { minLength: 1, maxLength: 4 })
    .chain((jobs) => fc.tuple(fc.constant(jobs), fc.constantFrom('ignore' as const, 'replace' as const)))
    .map(([jobs, onClash]) =>
      command(`enqueue ${JSON.stringify(jobs)} ${onClash}`, async (model, real) => {
        const made = jobs.map((job) => ({ ...job, payload: real.made++ }));
        const answers = await real.queue.enqueueMany(
          made.map(({ payload, priority, key, delayed }) => ({
            payload,
            priority,
            ...(key !== undefined && { key }),
            ...(delayed && { delayMs: LONG_MS }),
          })),
          { onClash },
        );
        const expected = made.map((job) => model.enqueue(job, onClash));
        // Of many, "replaced" and "ignored" are told apart by what is there afterwards.
        expect(answers.map(({ outcome }) => outcome)).toEqual(
          made.map((job, n) =>
            made.findLastIndex(({ key }) => key === job.key) === n ? expected[n] : expect.anything(),
          ),
        );
      }),
    ),
  fc.tuple(fc.integer({ min: 1, max: 5 }), order, fc.boolean()).map(([limit, order, strict]) =>
    command(`claim ${limit} by ${order}, strict ${strict}`, async (model, real) => {
      const jobs = await real.queue.claimMany(limit, { order, strict, leaseMs: LONG_MS });
      const expected = model.claim(limit, order);
      expect(jobs.map(({ payload, attempt }) => [payload, attempt])).toEqual(
        expected.map(({ payload, attempts }) => [payload, attempts]),
      );
      real.leases.push(...jobs);
    }),
  ),
  at.map((n) =>
    onLease('complete', n, async (lease, model, real) => {
      expect(await taken(real.queue.complete(real.leases[lease]!))).toBe(model.complete(lease));
    }),
  ),
  at.map((n) =>
    onLease('extend', n, async (lease, model, real) => {
      expect(await taken(real.queue.extend(real.leases[lease]!, LONG_MS))).toBe(model.extend(lease));
    }),
  ),
  fc.tuple(at, fc.boolean()).map(([n, retry]) =>
    onLease(`fail, retry ${retry}`, n, async (lease, model, real) => {
      expect(await taken(real.queue.fail(real.leases[lease]!, 'no', { retry }))).toBe(
        model.fail(lease, retry),
      );
    }),
  ),
  at.map((n) =>
    onLease('release', n, async (lease, model, real) => {
      expect(await taken(real.queue.release(real.leases[lease]!))).toBe(model.release(lease));
    }),
  ),
  at.map((n) =>
    onLease('cancel the job of', n, async (lease, model, real) => {
      expect(await real.queue.cancel(real.leases[lease]!.id)).toBe(model.cancel(lease));
    }),
  ),
  at.map((n) =>
    onLease('time passes: the end of', n, async (lease, model, real) => {
      const { id, token } = real.leases[lease]!;
      const running = { _id: id, token, leaseUntil: { $exists: true } };
      await stage.jobs.updateOne(running, { $set: { leaseUntil: new Date(0) } });
      model.expire(lease);
    }),
  ),
  fc.constant(
    command('time passes: the delayed are due', async (model) => {
      await stage.jobs.updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(0) } });
      model.allDue();
    }),
  ),
  fc.constant(
    command('sweep', async (model, real) => {
      const { promoted, reaped } = await real.queue.sweep();
      expect({ promoted, reaped }).toEqual(model.sweep());
    }),
  ),
  fc.constant(
    command('redrive', async (model, real) => {
      const { redriven, refused } = await real.queue.redrive();
      expect([redriven, refused.length]).toEqual(model.redrive());
    }),
  ),
];

it('does what a plain model of a queue does', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: '+1' }), async (sequence) => {
      await stage.clear();
      await fc.asyncModelRun(() => ({ model: new ModelQueue(MAX_ATTEMPTS), real: new Real() }), sequence);
    }),
    { numRuns: 60, seed: 20_251_121 },
  );
});
