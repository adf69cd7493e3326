import { ifToBeHad } from '../peers/not-to-be-had.ts';
import { Postgres } from '../postgres/postgres.ts';
import { QueueStage } from '../queue/queue-stage.ts';
import type { Scenario } from '../scenario.ts';
import { pgbench } from './pgbench.ts';
import { CLIENTS, type Contest, plan } from './plan.ts';
import { absent, findings } from './report.ts';
import type { Contested } from './standings.ts';

const WARM_UP_SECONDS = 0.2;
/** So many that pgbench does not empty the table. */
const PGBENCH_WAITING = 200_000;

export const postgresQueue: Scenario = {
  name: 'postgres',
  summary: 'Jobs/s enqueued and dequeued: PostgreSQL with SKIP LOCKED, and ours, alone and together, in turn',
  ring: false,
  budget: { quick: 85, normal: 1500, full: 1_800 },
  run: async (stage, effort, log) => {
    const missing: string[] = [];
    const postgres = await ifToBeHad(() => Postgres.start(log), missing, log);
    if (!postgres) return absent(missing);
    const queues = await QueueStage.open(stage, postgres).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    const { contests, rounds, waiting, seconds, pgbenchSeconds } = plan(effort);
    const contested: Contested[] = contests.map((contest) => ({ contest, postgres: [], mongodb: [] }));
    const slice = ({ shape, batch, w }: Contest, way: Contest['postgres'], length: number) =>
      queues.slice({ way, w, shape, clients: CLIENTS, batch, seconds: length, waiting });
    try {
      log('warm-up');
      for (const contest of contests.filter(({ shape, w }) => shape !== 'both' && w !== 1)) {
        for (const side of ['postgres', 'mongodb'] as const)
          await slice(contest, contest[side], WARM_UP_SECONDS);
      }
      for (let round = 1; round <= rounds; round++) {
        log(`round ${round}/${rounds}`);
        for (const { contest, ...sides } of contested) {
          // Who comes first changes: what the one leaves for the other to wait for is in both.
          const order = ['postgres', 'mongodb'] as const;
          for (const side of round % 2 === 1 ? order : order.toReversed())
            sides[side].push(await slice(contest, contest[side], seconds[contest.length]));
        }
      }
      log(postgres.pgbench ? 'pgbench' : 'there is no pgbench here');
      const seed = () => queues.seed('skipLocked', 'majority', PGBENCH_WAITING);
      const measured = await pgbench(postgres, pgbenchSeconds, seed);
      return findings({ version: postgres.version, contested, pgbench: measured });
    } finally {
      await queues.close();
      await postgres.stop();
    }
  },
};
