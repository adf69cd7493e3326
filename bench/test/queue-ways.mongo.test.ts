import { MongoClient, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ARTICLE_INDEXES, DATABASE, JobStore } from '../src/queue/job-store.ts';
import { enqueueing } from '../src/queue/enqueueing.ts';
import { faults, Ledger } from '../src/queue/ledger.ts';
import { PEER_WAYS } from '../src/queue/peer-ways.ts';
import type { QueueWay, WriteConcern } from '../src/queue/way.ts';
import { WAYS } from '../src/queue/ways.ts';

const JOBS = 300;
/** More than can be completed before the time is up. */
const MANY_JOBS = 20_000;
/** The time is up long after all is done: what is tested does not depend on it. */
const SECONDS = 20;

let client: MongoClient;

beforeAll(async () => {
  client = await new MongoClient(inject('uri')).connect();
  await client.db(DATABASE).dropDatabase();
});
afterAll(async () => {
  await client.db(DATABASE).dropDatabase();
  await client.close();
});

// worker() waits until the time is up, as no job is not the end for it.
const { mongodbQueue, findAndDelete } = PEER_WAYS;
const loops = Object.entries({ ...WAYS, mongodbQueue, findAndDelete }).filter(
  ([name]) => !name.startsWith('worker'),
);
const ways = loops.map(([name, way]) => [name, way] as [string, QueueWay]);

async function work(way: QueueWay, jobs: number, w: WriteConcern, seconds: number) {
  const open = await way.open({ client, writeConcern: w });
  await open.seed(jobs);
  const ledger = new Ledger();
  await open.work({ workers: 10, seconds }, ledger);
  const state = await open.state(jobs);
  await open.close();
  return { ledger, state };
}

describe('every way', () => {
  it.each(ways)('completes each job once, and ends when none waits: %s', async (_name, way) => {
    const { ledger, state } = await work(way, JOBS, 'majority', SECONDS);
    expect(state).toEqual({ waiting: 0, running: 0, finished: JOBS });
    expect(ledger.done).toMatchObject({ completed: JOBS, doubled: 0, cutOff: 0 });
  });

  it.each([
    ['worker', WAYS.worker],
    ['workerStrict', WAYS.workerStrict],
  ])('accounts for each job that it claimed, when the time is up: %s', async (_name, way) => {
    const { ledger, state } = await work(way, MANY_JOBS, 1, 0.5);
    expect(state.waiting).toBeGreaterThan(0);
    expect(faults(ledger.done, state, MANY_JOBS)).toEqual([]);
  });
});

describe('agenda', () => {
  it('runs a job once, and says of each what became of it', async () => {
    const { ledger, state } = await work(PEER_WAYS.agenda, JOBS, 'majority', 1);
    const { completed, doubled } = ledger.done;
    expect(completed).toBeGreaterThan(0);
    expect(doubled).toBe(0);
    expect(state.finished).toBe(completed);
    expect(state.waiting + state.running + state.finished).toBe(JOBS);
  });
});

describe('enqueueing', () => {
  it.each([
    ['ours', WAYS.claim],
    ['mongodb-queue', PEER_WAYS.mongodbQueue],
    ['agenda', PEER_WAYS.agenda],
  ] as [string, QueueWay][])('has as many jobs wait as it says: %s', async (_name, way) => {
    const open = await way.open({ client, writeConcern: 1 });
    await open.seed(0);
    const one = await enqueueing(open, { callers: 5, batch: 1, seconds: 0.1 });
    const many = await enqueueing(open, { callers: 2, batch: 20, seconds: 0.1 });
    const state = await open.state(one.jobs + many.jobs);
    await open.close();
    expect(one.jobs).toBeGreaterThan(0);
    expect(many.jobs % 20).toBe(0);
    expect(state).toEqual({ waiting: one.jobs + many.jobs, running: 0, finished: 0 });
  });
});

describe('a store of jobs', () => {
  it('puts back what few jobs were touched, as they were', async () => {
    const store = new JobStore(client, 'put-back', 'majority');
    await store.seed(JOBS);
    const before = await store.jobs.find().toArray();
    const [finished, claimed] = before;
    await store.jobs.updateOne(
      { _id: finished!._id },
      { $set: { startTime: new Date(), endTime: new Date() } },
    );
    await store.jobs.updateOne(
      { _id: claimed!._id },
      { $set: { startTime: new Date(), token: new ObjectId() } },
    );
    expect(await store.state()).toEqual({ waiting: JOBS - 2, running: 1, finished: 1 });
    await store.seed(JOBS);
    expect(await store.jobs.find().toArray()).toEqual(before);
  });

  it('is made anew where most were touched, or some are gone, and keeps its indexes', async () => {
    const store = new JobStore(client, 'anew', 'majority');
    await store.seed(JOBS);
    await store.jobs.createIndexes(ARTICLE_INDEXES);
    await store.jobs.updateMany({}, { $set: { startTime: new Date() } });
    await store.seed(JOBS);
    expect(await store.state()).toEqual({ waiting: JOBS, running: 0, finished: 0 });
    await store.jobs.deleteOne({});
    await store.seed(JOBS);
    expect(await store.state()).toEqual({ waiting: JOBS, running: 0, finished: 0 });
    expect(await store.jobs.indexes()).toHaveLength(1 + ARTICLE_INDEXES.length);
  });
});
