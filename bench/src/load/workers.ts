import { setTimeout as pause } from 'node:timers/promises';
import { Queue, type Worker } from '@ticker/mongo';
import { MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { type Done, faults, Ledger } from '../queue/ledger.ts';
import { enqueueing, type Enqueued, type EnqueueLoad } from '../queue/enqueueing.ts';
import { ALL_WAYS, type AnyWayName } from '../queue/peer-ways.ts';
import type { OpenQueue, WorkOrder, WriteConcern } from '../queue/way.ts';
import { answerCalls } from '../stage/calls.ts';

// The working process: it claims and completes, or as another one of the kind enqueues. With no more than one way open at
// a time.

/** More than any cell has workers: none waits for a connection. */
const POOL = 120;
const LOOK_MS = 20;

/** A job that says when it was sent. */
export interface SentJob {
  readonly sentMicros: number;
}

let client: MongoClient;
let postgres: string | undefined;
let open: OpenQueue;
let seeded = 0;
let done: Done;
let idle: Worker<SentJob>[] = [];
let wokenUp: LatencyHistogram;

const calls = {
  async connect(where: { uri: string; postgres?: string }) {
    postgres = where.postgres;
    const { uri } = where;
    client = await new MongoClient(uri, {
      appName: 'bench-workers',
      minPoolSize: POOL,
      maxPoolSize: POOL,
    }).connect();
  },

  /** Opens a way, and has so many jobs wait for it; where `waiting` is missing, whatever waits. */
  async prepare({ way, w, waiting }: { way: AnyWayName; w: WriteConcern; waiting?: number }) {
    open = await ALL_WAYS[way].open({ client, writeConcern: w, postgres });
    if (waiting !== undefined) await open.seed((seeded = waiting));
  },

  async enqueue(order: EnqueueLoad): Promise<Enqueued> {
    return enqueueing(open, order);
  },

  async work(order: WorkOrder): Promise<Done> {
    const ledger = new Ledger();
    await open.work(order, ledger);
    return (done = ledger.done);
  },

  /**
   * What is wrong with what was done.
   *
   * @param added jobs that were enqueued since, by whomever
   */
  async check({ added }: { added: number }): Promise<string[]> {
    return faults(done, await open.state(seeded + added), seeded + added);
  },

  async close() {
    await open.close();
  },

  /** Starts workers that wait for jobs, and note how long ago a job was sent when they begin it. */
  async wait({ name, count }: { name: string; count: number }) {
    const queue = new Queue<SentJob>(client, { name });
    wokenUp = new LatencyHistogram();
    idle = Array.from({ length: count }, () =>
      queue.worker(({ payload }) => wokenUp.record(nowMicros() - payload.sentMicros)),
    );
  },

  /** What they noted: an encoded histogram. @throws Error when so many have not been begun in time */
  async wokenUp({ count, patienceMs }: { count: number; patienceMs: number }): Promise<string> {
    const until = performance.now() + patienceMs;
    while (wokenUp.summary().count < count) {
      if (performance.now() > until) throw new Error(`not all of ${count} jobs were begun`);
      await pause(LOOK_MS);
    }
    return wokenUp.encode();
  },

  async dismiss() {
    await Promise.all(idle.map((worker) => worker.stop()));
  },
};

export type WorkerCalls = typeof calls;

answerCalls(calls);
