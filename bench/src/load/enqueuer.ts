import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from '@ticker/mongo';
import { MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { ENQUEUE_WAYS, type EnqueueWayName } from '../queue/enqueue-ways.ts';
import type { WriteConcern } from '../queue/way.ts';
import { answerCalls } from '../stage/calls.ts';
import { dueMs } from './paced.ts';
import type { SentJob } from './workers.ts';

// The enqueueing process.

export interface EnqueueOrder {
  readonly way: EnqueueWayName;
  readonly w: WriteConcern;
  /** How many enqueue at once, each with one call under way. */
  readonly callers: number;
  /** Jobs of a call. */
  readonly batch: number;
  readonly seconds: number;
}

let client: MongoClient;

const calls = {
  async connect({ uri }: { uri: string }) {
    client = await new MongoClient(uri, { appName: 'bench-enqueuer' }).connect();
  },

  /** As fast as it goes, into an empty queue. @returns jobs a second, up to the last acknowledgement */
  async flatOut({ way, w, callers, batch, seconds }: EnqueueOrder): Promise<number> {
    const enqueue = await ENQUEUE_WAYS[way](client, w);
    const start = performance.now();
    const call = async (): Promise<number> => {
      let jobs = 0;
      for (; performance.now() - start < 1_000 * seconds; jobs += batch) await enqueue(batch);
      return jobs;
    };
    const jobs = await Promise.all(Array.from({ length: callers }, call));
    const elapsed = (performance.now() - start) / 1_000;
    return jobs.reduce((sum, each) => sum + each, 0) / elapsed;
  },

  /** Single jobs at a rate, majority: an open loop, at changing places of the beat. */
  async paced({ name, rate, count }: { name: string; rate: number; count: number }) {
    const queue = new Queue<SentJob>(client, { name });
    const start = nowMicros();
    const enqueued: Promise<unknown>[] = [];
    for (let index = 0; index < count; index++) {
      const ahead = dueMs(index, rate) - (nowMicros() - start) / 1_000;
      if (ahead > 0) await wait(ahead);
      enqueued.push(queue.enqueue({ sentMicros: nowMicros() }));
    }
    await Promise.all(enqueued);
  },
};

export type EnqueuerCalls = typeof calls;

answerCalls(calls);
