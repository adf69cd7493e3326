import { existsSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Postgres } from '../src/postgres/postgres.ts';
import { postgresCpu, postgresCpuBetween } from '../src/postgres/postgres-cpu.ts';
import { findPostgres, type Programs } from '../src/postgres/programs.ts';
import { pgbench } from '../src/postgres-queue/pgbench.ts';
import { enqueueing } from '../src/queue/enqueueing.ts';
import { Ledger } from '../src/queue/ledger.ts';
import { PEER_WAYS } from '../src/queue/peer-ways.ts';
import type { QueueWay } from '../src/queue/way.ts';

const JOBS = 300;
/** Where it is not installed it is fetched, as the bench does: once, some 24 MB into the cache folder. */
const FETCH_MS = 300_000;

describe('on PostgreSQL', () => {
  let client: MongoClient;
  let programs: Programs;
  let postgres: Postgres;

  beforeAll(async () => {
    client = await new MongoClient(inject('uri')).connect();
    programs = await findPostgres(console.log);
    postgres = await Postgres.start(console.log, programs);
  }, FETCH_MS);
  afterAll(async () => {
    await postgres.stop();
    await client.close();
  });

  const open = (way: QueueWay) => way.open({ client, writeConcern: 'majority', postgres: postgres.url });
  const { skipLocked, skipLockedMany, skipLockedClaim, skipLockedClaimMany } = PEER_WAYS;
  const { pgBoss, pgBossMany, graphileWorker } = PEER_WAYS;
  const loops = { skipLocked, skipLockedMany, skipLockedClaim, skipLockedClaimMany, pgBoss, pgBossMany };

  it.each(Object.entries(loops))(
    '%s completes each job once, those of a second round too',
    async (_name, way) => {
      const queue = await open(way);
      for (let round = 0; round < 2; round++) {
        await queue.seed(JOBS);
        const ledger = new Ledger();
        await queue.work({ workers: 10, seconds: 20 }, ledger);
        expect(ledger.done).toMatchObject({ completed: JOBS, doubled: 0 });
        expect(await queue.state(JOBS)).toEqual({ waiting: 0, running: 0, finished: JOBS });
      }
      await queue.close();
    },
  );

  it('graphile-worker runs each job once, and deletes it', async () => {
    const queue = await open(graphileWorker);
    await queue.seed(50);
    const ledger = new Ledger();
    await queue.work({ workers: 5, seconds: 1 }, ledger);
    expect(ledger.done).toMatchObject({ completed: 50, doubled: 0 });
    expect(await queue.state(50)).toEqual({ waiting: 0, running: 0, finished: 50 });
    await queue.close();
  });

  it.each(Object.entries({ skipLocked, skipLockedClaim, pgBoss, graphileWorker }))(
    '%s has as many jobs wait as it says',
    async (_name, way) => {
      const queue = await open(way);
      await queue.seed(0);
      const one = await enqueueing(queue, { callers: 5, batch: 1, seconds: 0.1 });
      const many = await enqueueing(queue, { callers: 2, batch: 20, seconds: 0.1 });
      const total = one.jobs + many.jobs;
      expect(await queue.state(total)).toEqual({ waiting: total, running: 0, finished: 0 });
      await queue.close();
    },
  );

  it('knows what its processes have used', async () => {
    const queue = await open(skipLocked);
    const before = await postgresCpu(postgres);
    await queue.seed(20_000);
    const used = postgresCpuBetween(before, await postgresCpu(postgres));
    expect(used).toBeGreaterThan(0.01);
    expect(used).toBeLessThan(20);
    await queue.close();
  });

  it('is measured by pgbench, where that is there too', async () => {
    const queue = await open(skipLocked);
    const rates = await pgbench(postgres, 1, () => queue.seed(30_000));
    await queue.close();
    if (!programs.pgbench) expect(rates).toBeUndefined();
    else expect(Math.min(rates!.enqueue, rates!.dequeue, rates!.together.dequeue)).toBeGreaterThan(10);
  });

  it('leaves nothing behind', async () => {
    const another = await Postgres.start(() => {}, programs);
    expect(existsSync(another.folder)).toBe(true);
    await another.stop();
    expect(existsSync(another.folder)).toBe(false);
    expect(() => process.kill(another.pid, 0)).toThrow('ESRCH');
  });
});
