import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue } from '@ticker/mongo';
import { MongoClient } from 'mongodb';

// A worker in a process of its own, to be killed. It tells what it begins, by writes that are done when they return.

const [uri = '', name = ''] = process.argv.slice(2);
const BUSY_MS = 20;

process.on('disconnect', () => process.exit(1));
const client = await new MongoClient(uri).connect();
const queue = new Queue<number>(client, { name, maxAttempts: 20, backoff: { baseMs: 100, limitMs: 1_000 } });
queue.worker(
  async ({ payload, attempt }) => {
    writeSync(1, `${payload} ${Date.now()}\n`);
    await delay(BUSY_MS * Math.random());
    // One in ten fails at first, as jobs do.
    if (payload % 10 === 0 && attempt === 1) throw new Error('as one in ten does');
  },
  { concurrency: 4, leaseMs: 3_000 },
);
