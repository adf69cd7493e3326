import { cpus } from 'node:os';
import { MongoClient } from 'mongodb';
import { cpuSeconds } from '../measure/cpu.ts';
import { memoryBytes } from '../measure/memory.ts';
import type { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import type { Minute } from './minute.ts';
import { Scrape } from './scrape.ts';

type Clients = readonly { readonly name: string; readonly pid: number }[];
type Cores = Minute['machine'];

/** Watches the server and the members: a look every some seconds, a sum of them every minute. */
export class Watch {
  readonly #stage: Stage;
  readonly #server: Server;
  readonly #clients: Clients;
  #cores: Cores = { busy: 0, ours: 0 };
  #looks: Scrape[] = [];
  #before: Scrape;
  #sinceMs = performance.now();

  private constructor(stage: Stage, server: Server, clients: Clients, before: Scrape) {
    this.#stage = stage;
    this.#server = server;
    this.#clients = clients;
    this.#before = before;
  }

  /** @param clients processes of ours that use CPU too */
  static async begin(stage: Stage, server: Server, clients: Clients): Promise<Watch> {
    return new Watch(stage, server, clients, new Scrape(await server.metrics()));
  }

  async look(): Promise<void> {
    this.#looks.push(new Scrape(await this.#server.metrics()));
  }

  /** All since the last such sum; there must have been a look since. */
  async sum(): Promise<Pick<Minute, 'server' | 'mongod' | 'machine'>> {
    const [looks, before, seconds] = [this.#looks, this.#before, (performance.now() - this.#sinceMs) / 1000];
    const now = looks.at(-1)!;
    [this.#looks, this.#before, this.#sinceMs] = [[], now, performance.now()];
    const used = this.#cores;
    this.#cores = await this.#used();
    const machine = {
      busy: (this.#cores.busy - used.busy) / seconds,
      ours: (this.#cores.ours - used.ours) / seconds,
    };
    return { server: serverIn(before, looks, seconds), mongod: await this.#mongod(), machine };
  }

  /** Seconds of CPU so far: of all that runs on this machine, and of what runs for us. */
  async #used(): Promise<Cores> {
    const all = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
    const processes = await this.#stage.processes();
    for (const { name, pid } of [{ name: 'server', pid: this.#server.pid }, ...this.#clients])
      processes.set(name, pid);
    processes.set('soak', process.pid);
    const ours = Object.values(await cpuSeconds(processes));
    return { busy: total(all) / 1000, ours: total(ours) };
  }

  async #mongod(): Promise<Minute['mongod']> {
    const { member } = await this.#server.tail();
    const processes = await this.#stage.processes();
    processes.delete('publisher');
    const rss = total(Object.values(await memoryBytes(processes)));
    if (member === null) return { rss, cursors: Number.NaN };
    const client = new MongoClient(`mongodb://${member}/?directConnection=true`, { appName: 'soak' });
    try {
      const { metrics } = await client.db('admin').command({ serverStatus: 1 });
      return { rss, cursors: Number(metrics.cursor.open.total) };
    } finally {
      await client.close();
    }
  }
}

/** @param looks since `before`, at least one; @param seconds that they took */
export function serverIn(before: Scrape, looks: readonly Scrape[], seconds: number): Minute['server'] {
  const now = looks.at(-1)!;
  const each = (of: (look: Scrape) => number) => looks.map(of);
  const mean = (of: (look: Scrape) => number) => total(each(of)) / looks.length;
  const grown = (name: string, labels = '') => now.sum(name, labels) - before.sum(name, labels);
  return {
    rss: mean((look) => look.sum('ticker_process_resident_memory_bytes')),
    heap: Math.min(...each((look) => look.sum('ticker_nodejs_heap_size_used_bytes'))),
    external: mean((look) => look.sum('ticker_nodejs_external_memory_bytes')),
    handles: mean((look) => look.sum('ticker_nodejs_active_resources')),
    timers: mean((look) => look.sum('ticker_nodejs_active_resources', 'type="Timeout"')),
    descriptors: mean(descriptors),
    sockets: mean((look) => look.sum('ticker_subscribers', 'transport="websocket"')),
    streams: mean((look) => look.sum('ticker_subscribers', 'transport="sse"')),
    beside: mean((look) => descriptors(look) - sessions(look)),
    cpu: grown('ticker_process_cpu_seconds_total') / seconds,
    delayMs: now.quantile('ticker_event_loop_delay_seconds', 0.99, before) * 1000,
    ticksPerSecond: grown('ticker_ticks_received_total') / seconds,
    framesPerSecond: grown('ticker_frames_sent_total') / seconds,
    opened: grown('ticker_sessions_opened_total'),
    overtaken: grown('ticker_slow_consumers_total', 'outcome="overtaken"'),
    closed: grown('ticker_slow_consumers_total', 'outcome="closed"'),
    reopens: now.sum('ticker_tail_reopens_total'),
    tailGaps: now.sum('ticker_tail_gaps_total'),
  };
}

function descriptors(look: Scrape): number {
  return look.sum('ticker_process_open_fds');
}

function sessions(look: Scrape): number {
  return look.sum('ticker_subscribers');
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
