import { ifToBeHad } from '../peers/not-to-be-had.ts';
import { Postgres } from '../postgres/postgres.ts';
import { QueueStage } from '../queue/queue-stage.ts';
import type { Scenario } from '../scenario.ts';
import { type Plan, plan, WORKERS } from './plan.ts';
import { findings } from './report.ts';
import type { Lap } from './standings.ts';

const WARM_UP_SECONDS = 0.1;
const DURABLE = { w: 'majority' } as const;

export const queuePeers: Scenario = {
  name: 'queue-peers',
  summary:
    'Jobs/s enqueued and worked off, jobs that do nothing: ours, mongodb-queue, agenda, pg-boss, graphile-worker',
  ring: false,
  budget: { quick: 70, normal: 400, full: 1_500 },
  run: async (stage, effort, log) => {
    const missing: string[] = [];
    const postgres = await ifToBeHad(() => Postgres.start(log), missing, log);
    const absent = missing.map((why) => `pg-boss and graphile-worker: ${why}`);
    try {
      const queues = await QueueStage.open(stage, postgres);
      const planned = plan(effort, postgres !== undefined);
      const laps = await race(queues, planned, log).finally(() => queues.close());
      return findings({ plan: planned, laps, postgres: postgres?.version, absent });
    } finally {
      await postgres?.stop();
    }
  },
};

async function race(
  queues: QueueStage,
  { heats, rounds, seconds }: Plan,
  log: (line: string) => void,
): Promise<Lap[]> {
  const laps: Lap[] = [];
  log('warm-up');
  for (const { shape, batch, contenders, waiting } of heats) {
    for (const { way } of contenders)
      await queues.slice({ ...DURABLE, way, shape, batch, clients: 5, waiting, seconds: WARM_UP_SECONDS });
  }
  for (let round = 1; round <= rounds; round++) {
    log(`round ${round}/${rounds}`);
    for (const { name, shape, batch, contenders, waiting } of heats) {
      for (const clients of WORKERS) {
        // A whole field is within some seconds: what disturbs the machine is in all of it.
        for (const { way } of round % 2 === 1 ? contenders : contenders.toReversed()) {
          const slice = await queues.slice({ ...DURABLE, way, shape, batch, clients, waiting, seconds });
          laps.push({ heat: name, ...slice });
        }
      }
    }
  }
  return laps;
}
