import { setTimeout as pause } from 'node:timers/promises';
import { Queue, type Worker } from '@ticker/mongo';
import { MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { type Done, faults, Ledger } from '../queue/ledger.ts';
import type { OpenQueue, WorkOrder, WriteConcern } from '../queue/way.ts';
import { type WayName, WAYS } from '../queue/ways.ts';
import { answerCalls } from '../stage/calls.ts';

// The working process: it claims and completes. With no more than one way open at a time.

/** More than any cell has workers: none waits for a connection. */
const POOL = 120;
const LOOK_MS = 20;

/** A job that says when it was sent. */
export interface SentJob {
  readonly sentMicros: number;
}

let client: MongoClient;
let open: OpenQueue;
let seeded = 0;
let done: Done;
let idle: Worker<SentJob>[] = [];
let wokenUp: LatencyHistogram;

const calls = {
  async connect({ uri }: { uri: string }) {
    client = await new MongoClient(uri, {
      appName: 'bench-workers',
      minPoolSize: POOL,
      maxPoolSize: POOL,
    }).connect();
  },

  /** Opens a way, and has so many jobs wait for it. */
  async prepare({ way, w, waiting }: { way: WayName; w: WriteConcern; waiting: number }) {
    open = await WAYS[way].open({ client, writeConcern: w });
    await open.seed((seeded = waiting));
  },

  async work(order: WorkOrder): Promise<Done> {
    const ledger = new Ledger();
    await open.work(order, ledger);
    return (done = ledger.done);
  },

  /** What is wrong with what was done, and closes the way. */
  async check(): Promise<string[]> {
    const wrong = faults(done, await open.state(), seeded);
    await open.close();
    return wrong;
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
