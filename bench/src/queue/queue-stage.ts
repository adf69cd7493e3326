import type { WorkerCalls } from '../load/workers.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { POSTGRES, postgresCpu, postgresCpuBetween } from '../postgres/postgres-cpu.ts';
import { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';
import type { AnyWayName } from './peer-ways.ts';
import type { WriteConcern } from './way.ts';

export interface SliceOrder {
  readonly way: AnyWayName;
  readonly w: WriteConcern;
  /** `enqueue` into an empty queue; `work` off what waits; or both at once. */
  readonly shape: 'enqueue' | 'work' | 'both';
  /** So many enqueue, or work, or each: every one with one call under way. */
  readonly clients: number;
  /** Jobs of a call that enqueues; how many a worker takes is the way's. */
  readonly batch: number;
  readonly seconds: number;
  /** Jobs that wait at the start of work. */
  readonly waiting: number;
}

/** What came of it. */
export interface QueueSlice extends SliceOrder {
  /** Jobs a second, up to the last acknowledgement; null where none were to be. */
  readonly enqueued: number | null;
  readonly worked: number | null;
  /** How many were enqueued and completed, together. */
  readonly jobs: number;
  /** Why it can't be said that every job was completed exactly once; empty when it can. */
  readonly wrong: readonly string[];
  readonly cpu: CpuSeconds;
}

/** Where queues are compared: a replica set, a PostgreSQL where there is one, a process that enqueues, one that works. */
export class QueueStage {
  readonly #stage: Stage;
  readonly #postgres: Postgres | undefined;
  readonly #enqueuers = new Remote<WorkerCalls>('enqueuers', 'workers');
  readonly #workers = new Remote<WorkerCalls>('workers', 'workers');

  private constructor(stage: Stage, postgres: Postgres | undefined) {
    this.#stage = stage;
    this.#postgres = postgres;
  }

  static async open(stage: Stage, postgres: Postgres | undefined): Promise<QueueStage> {
    const opened = new QueueStage(stage, postgres);
    const where = { uri: stage.uri, ...(postgres && { postgres: postgres.url }) };
    try {
      await Promise.all(opened.#processes.map((each) => each.call('connect', where)));
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  get #processes(): readonly Remote<WorkerCalls>[] {
    return [this.#enqueuers, this.#workers];
  }

  async slice(order: SliceOrder): Promise<QueueSlice> {
    const { way, w, shape, clients, batch, seconds, waiting } = order;
    const [enqueues, works] = [shape !== 'work', shape !== 'enqueue'];
    if (works) await this.#workers.call('prepare', { way, w, waiting });
    if (enqueues) await this.#enqueuers.call('prepare', { way, w, ...(!works && { waiting: 0 }) });
    const before = await this.#cpu();
    const [enqueued, done] = await Promise.all([
      enqueues ? this.#enqueuers.call('enqueue', { callers: clients, batch, seconds }) : undefined,
      works ? this.#workers.call('work', { workers: clients, seconds }) : undefined,
    ]);
    const cpu = this.#between(before, await this.#cpu());
    const wrong = works ? await this.#workers.call('check', { added: enqueued?.jobs ?? 0 }) : [];
    if (works) await this.#workers.call('close', undefined);
    if (enqueues) await this.#enqueuers.call('close', undefined);
    return {
      ...order,
      enqueued: enqueued ? enqueued.jobs / enqueued.seconds : null,
      worked: done ? done.completed / (done.seconds || seconds) : null,
      jobs: (enqueued?.jobs ?? 0) + (done?.completed ?? 0),
      wrong,
      cpu,
    };
  }

  /** Has so many jobs wait for a way, and leaves it: for a load that is none of our processes. */
  async seed(way: AnyWayName, w: WriteConcern, waiting: number): Promise<void> {
    await this.#workers.call('prepare', { way, w, waiting });
    await this.#workers.call('close', undefined);
  }

  /** Ends the processes. Never rejects. */
  async close(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()));
  }

  async #cpu(): Promise<{ processes: CpuSeconds; postgres: CpuSeconds }> {
    const processes = await this.#stage.processes();
    for (const { name, pid } of this.#processes) processes.set(name, pid);
    return {
      processes: await cpuSeconds(processes),
      postgres: this.#postgres ? await postgresCpu(this.#postgres) : {},
    };
  }

  #between(
    before: { processes: CpuSeconds; postgres: CpuSeconds },
    after: { processes: CpuSeconds; postgres: CpuSeconds },
  ): CpuSeconds {
    const cpu = cpuBetween(before.processes, after.processes);
    return this.#postgres ? { ...cpu, [POSTGRES]: postgresCpuBetween(before.postgres, after.postgres) } : cpu;
  }
}
