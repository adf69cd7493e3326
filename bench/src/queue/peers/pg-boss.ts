import PgBoss from 'pg-boss';
import { numberedJob } from '../job-store.ts';
import { loops } from '../loops.ts';
import type { OpenQueue, Place } from '../way.ts';
import { countOf, openPool } from './pool.ts';

const QUEUE = 'jobs';
const SEED_BATCH = 5_000;
const JOBS = `pgboss.job WHERE name = '${QUEUE}'`;

/**
 * pg-boss 10: `fetch` claims, `complete` finishes. Not `work`, which sleeps for half a second at least between two
 * fetches: that would measure its clock.
 *
 * @param batch jobs of a fetch
 */
export async function openPgBoss(where: Place, batch: number): Promise<OpenQueue> {
  const pool = await openPool(where);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE);
  const insert = (first: number, count: number) =>
    boss.insert(
      Array.from({ length: count }, (_, at) => ({ name: QUEUE, data: numberedJob(first + at, 0).payload })),
    );
  return {
    enqueue: (first, count) =>
      count === 1 ? boss.send(QUEUE, numberedJob(first, 0).payload) : insert(first, count),
    seed: async (count) => {
      await pool.query(`DELETE FROM ${JOBS}`);
      for (let at = 0; at < count; at += SEED_BATCH) await insert(at, Math.min(SEED_BATCH, count - at));
      await pool.query('ANALYZE pgboss.job');
    },
    state: async () => ({
      waiting: await countOf(pool, `SELECT count(*) FROM ${JOBS} AND state = 'created'`),
      running: await countOf(pool, `SELECT count(*) FROM ${JOBS} AND state = 'active'`),
      finished: await countOf(pool, `SELECT count(*) FROM ${JOBS} AND state = 'completed'`),
    }),
    work: (order, ledger) =>
      loops(order, async () => {
        const jobs = await boss.fetch<{ number: number }>(QUEUE, { batchSize: batch });
        if (jobs.length === 0) return false;
        for (const { data } of jobs) ledger.ran(data.number);
        await boss.complete(
          QUEUE,
          jobs.map(({ id }) => id),
        );
        ledger.completed(jobs.length);
        return true;
      }),
    close: async () => {
      await boss.stop({ graceful: false, wait: false });
      await pool.end();
    },
  };
}
