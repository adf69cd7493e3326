import { setTimeout as wait } from 'node:timers/promises';
import { ensureQueue } from '@ticker/mongo';
import { MongoClient } from 'mongodb';
import type { EnqueuerCalls } from '../load/enqueuer.ts';
import type { WorkerCalls } from '../load/workers.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import { DATABASE } from '../queue/job-store.ts';
import type { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';
import type { Plan } from './plan.ts';

export const IDLE_WORKERS = 100;
export const WAKE_UP_RATE = 10;

const NAME = `${DATABASE}.idle`;
/** For workers that have just begun to have looked and begun to listen; and for those dismissed to be forgotten. */
const SETTLE_MS = 2_500;
const PATIENCE_MS = 10_000;

export interface Idle {
  /** From the job sent to its handler: an encoded histogram. */
  readonly wakeUp: string;
  /** CPU seconds of the stretches with idle workers and of those without, in turn. */
  readonly workers: readonly CpuSeconds[];
  readonly none: readonly CpuSeconds[];
}

/** What idle workers cost, and how soon one of them begins a job that comes. */
export async function idle(
  stage: Stage,
  { workers, enqueuer }: { workers: Remote<WorkerCalls>; enqueuer: Remote<EnqueuerCalls> },
  { wakeUps: count, idlePairs, idleSeconds }: Plan,
): Promise<Idle> {
  const client = await new MongoClient(stage.uri, { appName: 'bench' }).connect();
  await ensureQueue(client, { name: NAME }).finally(() => client.close());
  const processes = await stage.processes();
  processes.set(workers.name, workers.pid);
  const stretch = async (): Promise<CpuSeconds> => {
    await wait(SETTLE_MS);
    const before = await cpuSeconds(processes);
    await wait(1_000 * idleSeconds);
    return cpuBetween(before, await cpuSeconds(processes));
  };
  const found = { wakeUp: '', workers: [] as CpuSeconds[], none: [] as CpuSeconds[] };
  for (let pair = 0; pair < idlePairs; pair++) {
    await workers.call('wait', { name: NAME, count: IDLE_WORKERS });
    if (pair === 0) {
      await wait(SETTLE_MS);
      await enqueuer.call('paced', { name: NAME, rate: WAKE_UP_RATE, count });
      found.wakeUp = await workers.call('wokenUp', { count, patienceMs: PATIENCE_MS });
    }
    found.workers.push(await stretch());
    await workers.call('dismiss', undefined);
    found.none.push(await stretch());
  }
  return found;
}
