import type { WorkerCalls } from '../load/workers.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import type { Done } from '../queue/ledger.ts';
import type { WorkOrder, WriteConcern } from '../queue/way.ts';
import type { WayName } from '../queue/ways.ts';
import type { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';

export interface CellOrder extends WorkOrder {
  readonly way: WayName;
  readonly w: WriteConcern;
  /** Jobs that wait at the start. */
  readonly waiting: number;
}

/** What so many workers did in one way. */
export interface Cell extends CellOrder {
  readonly done: Done;
  /** Jobs claimed and completed a second. */
  readonly rate: number;
  /** Why it can't be said that every job was completed exactly once; empty when it can. */
  readonly wrong: readonly string[];
  readonly cpu: CpuSeconds;
}

/** Has workers claim and complete, and looks what became of every job. */
export async function cell(stage: Stage, workers: Remote<WorkerCalls>, order: CellOrder): Promise<Cell> {
  await workers.call('prepare', order);
  const processes = await stage.processes();
  processes.set(workers.name, workers.pid);
  const before = await cpuSeconds(processes);
  const done = await workers.call('work', order);
  const cpu = cpuBetween(before, await cpuSeconds(processes));
  const wrong = await workers.call('check', { added: 0 });
  await workers.call('close', undefined);
  return { ...order, done, rate: done.completed / (done.seconds || order.seconds), wrong, cpu };
}
