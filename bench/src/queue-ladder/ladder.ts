import type { EnqueuerCalls } from '../load/enqueuer.ts';
import type { WorkerCalls } from '../load/workers.ts';
import type { Scenario } from '../scenario.ts';
import { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';
import { type Cell, cell } from './cell.ts';
import { enqueueing } from './enqueueing.ts';
import { idle } from './idle.ts';
import { plan, type Plan, WAITING, WRITE_CONCERNS } from './plan.ts';
import { findings } from './report.ts';

/** For code that has just begun to run to be compiled. */
const WARM_UP = { workers: 5, seconds: 0.3 };

export const queueLadder: Scenario = {
  name: 'queue-ladder',
  summary:
    "Jobs/s claimed and completed, 100 000 waiting: the article's method, and what each step away from it gives",
  ring: false,
  budget: { quick: 66, normal: 1_500, full: 4_800 },
  run: async (stage, effort, log) => {
    const planned = plan(effort);
    const workers = new Remote<WorkerCalls>('workers', 'workers');
    const enqueuer = new Remote<EnqueuerCalls>('enqueuer', 'enqueuer');
    try {
      await workers.call('connect', { uri: stage.uri });
      await enqueuer.call('connect', { uri: stage.uri });
      log('idle workers: how soon they wake up, and what they cost');
      const idleness = await idle(stage, { workers, enqueuer }, planned);
      log('enqueueing');
      const enqueued = await enqueueing(enqueuer, planned);
      const cells = await climb(stage, workers, planned, log);
      return findings({ plan: planned, cells, enqueued, idle: idleness });
    } finally {
      await Promise.all([workers.stop(), enqueuer.stop()]);
    }
  },
};

/** The whole ladder, for each number of workers: what is compared is done within a minute or two. */
async function climb(
  stage: Stage,
  workers: Remote<WorkerCalls>,
  { rungs, workers: counts, rounds, seconds }: Plan,
  log: (line: string) => void,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  const common = { w: 1, waiting: WAITING } as const;
  for (const way of rungs) await cell(stage, workers, { ...common, ...WARM_UP, way });
  for (let round = 1; round <= rounds; round++) {
    for (const w of WRITE_CONCERNS) {
      for (const count of counts) {
        log(`round ${round}/${rounds}, w: ${w}, ${count} workers`);
        for (const way of rungs) {
          cells.push(await cell(stage, workers, { way, w, workers: count, seconds, waiting: WAITING }));
        }
      }
    }
  }
  return cells;
}
