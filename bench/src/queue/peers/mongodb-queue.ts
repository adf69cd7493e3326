import mongodbQueue, { type Message } from 'mongodb-queue';
import { DATABASE, numberedJob } from '../job-store.ts';
import { loops } from '../loops.ts';
import type { OpenQueue, Place } from '../way.ts';
import { callbackDb } from './callback-db.ts';

const COLLECTION = 'mongodb-queue';
const SEED_BATCH = 5_000;

/** mongodb-queue: `get` claims one job for 30 s, `ack` finishes it. */
export async function openMongodbQueue({ client, writeConcern }: Place): Promise<OpenQueue> {
  const db = client.db(DATABASE, { writeConcern: { w: writeConcern }, readPreference: 'primary' });
  const queue = mongodbQueue(callbackDb(db), COLLECTION);
  await promised<unknown>((done) => queue.createIndexes(done));
  const add = (first: number, count: number) => {
    const payloads = Array.from({ length: count }, (_, at) => numberedJob(first + at, 0).payload);
    return promised<unknown>((done) => queue.add(count === 1 ? payloads[0] : payloads, done));
  };
  return {
    enqueue: add,
    seed: async (count) => {
      await db.collection(COLLECTION).deleteMany({});
      for (let at = 0; at < count; at += SEED_BATCH) await add(at, Math.min(SEED_BATCH, count - at));
    },
    state: async () => ({
      waiting: (await promised<number>((done) => queue.size(done))) ?? 0,
      running: (await promised<number>((done) => queue.inFlight(done))) ?? 0,
      finished: (await promised<number>((done) => queue.done(done))) ?? 0,
    }),
    work: (order, ledger) =>
      loops(order, async () => {
        const message = await promised<Message>((done) => queue.get(done));
        if (!message) return false;
        ledger.ran(message.payload.number);
        await promised<string>((done) => queue.ack(message.ack, done));
        ledger.completed(1);
        return true;
      }),
    close: async () => {},
  };
}

function promised<Result>(
  call: (done: (error: Error | null, result?: Result) => void) => void,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    call((error, result) => (error ? reject(error) : resolve(result)));
  });
}
