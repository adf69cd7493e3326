import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ensureQueue, type Queue } from '@ticker/mongo';
import { History } from './history.ts';
import { QueueStage, until } from './queue-stage.ts';
import { inMongosh } from './shell-user.ts';

// The article's commands, run by a real mongosh beside our workers. Only `getSisterDB` and `ensureIndex` are spelled as
// mongosh has them (getSiblingDB, createIndex): it does not know the old names any more.

let stage: QueueStage;
let queue: Queue<unknown>;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_mongosh');
  queue = stage.queue({ maxAttempts: 1 });
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

const COLLECTION = 'var col = db.getSiblingDB("test_queue_mongosh").queue;';

const INSERT = `
  col.insert({
      "startTime": null
    , "endTime": null
    , "createdOn": new Date()
    , "priority": 1
    , "payload": { "process": "convert", "input": "/img/images.png" }
  });`;

const next = (sort: string): string => `
  job = col.findAndModify({
      query: {startTime: null}
    , sort: ${sort}
    , update: {$set: {startTime: new Date()}}
    , new: true
  });`;
const NEXT_FIFO = next('{createdOn: 1}');
const NEXT_BY_PRIORITY = next('{priority: -1, createdOn: 1}');
const FINISH = 'col.update({_id: job._id}, {$set: {endTime: new Date()}});';
const PRINT = 'print(EJSON.stringify(job && job.payload));';

const shell = (...script: string[]): Promise<unknown[]> =>
  inMongosh(inject('uri'), ['var job;', COLLECTION, ...script].join('\n'));

describe("the article's commands in mongosh", () => {
  it('insert a job that our worker runs', async () => {
    const ran: unknown[] = [];
    const worker = queue.worker((job) => void ran.push(job.payload, job.priority, job.attempt));
    await shell(INSERT);
    await until(() => worker.counts.completed === 1);
    await worker.stop();
    expect(ran).toEqual([{ process: 'convert', input: '/img/images.png' }, 1, 1]);
    expect(await stage.jobs.findOne()).toMatchObject({
      endTime: expect.any(Date),
      startTime: expect.any(Date),
    });
  });

  it('claim our jobs, FIFO and by priority, and finish them', async () => {
    await queue.enqueueMany([
      { payload: { n: 1 }, priority: 1 },
      { payload: { n: 2 }, priority: 5 },
      { payload: { n: 3 }, priority: 9 },
      { payload: { n: 4 }, priority: 9 },
    ]);
    const fifo = NEXT_FIFO + PRINT;
    const priority = NEXT_BY_PRIORITY + PRINT;
    const claimed = await shell(fifo, FINISH, priority, FINISH, priority, fifo, fifo);
    expect(claimed).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }, { n: 2 }, null]);
    expect(await stage.jobs.countDocuments({ endTime: { $ne: null } })).toBe(2);
    await expect(queue.claim()).resolves.toBeUndefined();
  });

  it('never claim a job that is delayed, has failed, runs with us, or is dead', async () => {
    await queue.enqueue('delayed', { delayMs: 60_000 });
    await queue.enqueueMany([
      { payload: 'failed', maxAttempts: 2 },
      { payload: 'dead' },
      { payload: 'runs' },
    ]);
    const [failed, dead] = await queue.claimMany(3, { strict: true });
    await queue.fail(failed!, 'no', { delayMs: 60_000 });
    await queue.fail(dead!, 'no');
    const before = await stage.jobs.find().toArray();
    expect(await shell(NEXT_FIFO, PRINT, NEXT_BY_PRIORITY, PRINT)).toEqual([null, null]);
    expect(await stage.jobs.find().toArray()).toEqual(before);
  });

  it('have what they claimed left alone: it is counted, and never taken back', async () => {
    await queue.enqueue({ n: 1 });
    expect(await shell(NEXT_FIFO, PRINT)).toEqual([{ n: 1 }]);
    await expect(queue.stats()).resolves.toMatchObject({ foreign: 1, running: 0, waiting: 0 });
    const before = await stage.jobs.find().toArray();
    await expect(queue.sweep()).resolves.toEqual({ promoted: 0, reaped: 0, buried: 0 });
    await expect(queue.claim()).resolves.toBeUndefined();
    expect(await stage.jobs.find().toArray()).toEqual(before);
  });

  it('make their indexes and their TTL on our collection, before us and after', async () => {
    const INDEXES = `
      col.createIndex({startTime: 1, createdOn: 1});
      col.createIndex({startTime: 1, priority: -1, createdOn: 1});
      var numberOfSeconds = 60 * 60 * 24; // 24 hours
      col.createIndex({endTime: 1}, {expireAfterSeconds: numberOfSeconds});
      print(EJSON.stringify(col.getIndexes().filter(index => index.expireAfterSeconds === 86400).map(index => index.key)));`;
    expect(await shell(INDEXES)).toEqual([[{ endTime: 1 }]]);
    await stage.jobs.drop();
    expect(await shell(INDEXES)).toEqual([[{ endTime: 1 }]]);
    await ensureQueue(stage.client, { name: stage.name });
    await queue.enqueue(1);
    await expect(queue.claim()).resolves.toBeDefined();
  });

  it('share 150 jobs with our workers: each is run once, by one of them', async () => {
    await queue.enqueueMany(Array.from({ length: 150 }, (_, n) => ({ payload: n })));
    const history = await History.of(stage);
    const ours: unknown[] = [];
    // Its first job waits for the shell's first: then both are at work.
    const shellAtWork = until(async () => (await stage.jobs.countDocuments({ endTime: { $ne: null } })) > 0);
    const run = shell(
      `for (;;) { ${NEXT_FIFO}; if (!job) break; ${PRINT.replace('job.payload', '{n: job.payload}')} ${FINISH} }`,
    );
    const worker = queue.worker(
      async ({ payload }) => {
        await shellAtWork;
        ours.push(payload);
      },
      { prefetch: 0 },
    );
    const theirs = (await run).flatMap((it) => (it ? [(it as { n: number }).n] : []));
    await history.until(() => history.finished === 150);
    await worker.stop();
    await history.stop();
    expect([...ours, ...theirs].toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 150 }, (_, n) => n),
    );
    expect(Math.min(ours.length, theirs.length)).toBeGreaterThan(0);
    console.log(`of 150 jobs the shell user took ${theirs.length}, our worker ${ours.length}`);
  });
});
