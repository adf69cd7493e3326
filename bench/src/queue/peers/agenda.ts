import { setTimeout as wait } from 'node:timers/promises';
import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import { DATABASE, numberedJob } from '../job-store.ts';
import type { OpenQueue, Place } from '../way.ts';

const COLLECTION = 'agenda';
const JOB = 'job';
const SEED_BATCH = 5_000;
const DRAIN_MS = 5_000;
const SETTLE_MS = 200;
/**
 * In its favour: it locks jobs one after another and runs them when it has locked all it may, and looks for more only
 * this often (its default is 5 s, which would be the whole of what is measured).
 */
const LOOK_MS = 5;
const AHEAD = 2;

interface Numbered {
  readonly number: number;
}

/** agenda 6 on its MongoDB backend: one `define`d job, so many at once as there are workers. */
export async function openAgenda({ client, writeConcern }: Place): Promise<OpenQueue> {
  const db = client.db(DATABASE, { writeConcern: { w: writeConcern }, readPreference: 'primary' });
  const jobs = db.collection(COLLECTION);
  const backend = () => new MongoBackend({ mongo: db as never, collection: COLLECTION });
  const enqueuing = new Agenda({ backend: backend() });
  await enqueuing.ready;
  return {
    // It has no call for many.
    enqueue: (first, count) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => enqueuing.now(JOB, numberedJob(first + at, 0).payload)),
      ),
    seed: async (count) => {
      await jobs.deleteMany({});
      // As `now` writes them.
      for (let at = 0; at < count; at += SEED_BATCH) {
        const length = Math.min(SEED_BATCH, count - at);
        await jobs.insertMany(
          Array.from({ length }, (_, index) => ({
            name: JOB,
            type: 'normal',
            priority: 0,
            nextRunAt: new Date(Date.now() - count + at + index),
            data: numberedJob(at + index, 0).payload,
          })),
        );
      }
    },
    state: async () => ({
      waiting: await jobs.countDocuments({ lastFinishedAt: null, lockedAt: null }),
      running: await jobs.countDocuments({ lastFinishedAt: null, lockedAt: { $ne: null } }),
      finished: await jobs.countDocuments({ lastFinishedAt: { $ne: null } }),
    }),
    work: async ({ workers, seconds }, ledger) => {
      const agenda = new Agenda({ backend: backend(), maxConcurrency: workers, processEvery: LOOK_MS });
      const options = { concurrency: workers, lockLimit: AHEAD * workers };
      agenda.define<Numbered>(JOB, async (job) => ledger.ran(job.attrs.data.number), options);
      agenda.on('complete', () => ledger.completed(1));
      await agenda.start();
      await wait(1_000 * seconds);
      await agenda.drain(DRAIN_MS);
      await agenda.stop(false);
      // What it was locking goes on; such locks stay.
      await wait(SETTLE_MS);
    },
    close: async () => {
      await enqueuing.stop(false);
    },
  };
}
