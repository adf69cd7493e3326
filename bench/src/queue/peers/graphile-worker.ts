import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run, type WorkerEvents } from 'graphile-worker';
import { numberedJob } from '../job-store.ts';
import type { OpenQueue, Place } from '../way.ts';
import { countOf, openPool } from './pool.ts';

const TASK = 'job';
const JOBS = 'graphile_worker._private_jobs';
const silent = new Logger(() => () => {});

/** graphile-worker 0.16: `run` with so many jobs at once as there are workers; it deletes what is done. */
export async function openGraphileWorker(where: Place): Promise<OpenQueue> {
  const pgPool = await openPool(where);
  const utils = await makeWorkerUtils({ pgPool, logger: silent });
  await utils.migrate();
  const addMany = (first: number, count: number) => {
    const payloads = Array.from({ length: count }, (_, at) =>
      JSON.stringify(numberedJob(first + at, 0).payload),
    );
    return pgPool.query({
      name: 'add-jobs',
      text: `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
        SELECT ROW('${TASK}', payload, NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec
        FROM unnest($1::json[]) payload))`,
      values: [payloads],
    });
  };
  return {
    enqueue: (first, count) =>
      count === 1 ? utils.addJob(TASK, numberedJob(first, 0).payload) : addMany(first, count),
    seed: async (count) => {
      await pgPool.query(`TRUNCATE ${JOBS}`);
      if (count > 0) await addMany(0, count);
      await pgPool.query(`ANALYZE ${JOBS}`);
    },
    state: async (total) => {
      const left = await countOf(pgPool, `SELECT count(*) FROM ${JOBS}`);
      const running = await countOf(pgPool, `SELECT count(*) FROM ${JOBS} WHERE locked_at IS NOT NULL`);
      return { waiting: left - running, running, finished: total - left };
    },
    work: async ({ workers, seconds }, ledger) => {
      const events = new EventEmitter() as WorkerEvents;
      events.on('job:complete', () => ledger.completed(1));
      const runner = await run({
        pgPool,
        concurrency: workers,
        events,
        logger: silent,
        noHandleSignals: true,
        taskList: { [TASK]: (payload) => ledger.ran((payload as { number: number }).number) },
        parsedCronItems: [],
      });
      await wait(1_000 * seconds);
      await runner.stop();
    },
    close: async () => {
      await utils.release();
      await pgPool.end();
    },
  };
}
