import { setTimeout as wait } from 'node:timers/promises';
import type { Reception } from '../load/audience.ts';
import type { SlowCalls, Slowness } from '../load/slow.ts';
import type { SubscriberCalls } from '../load/subscribers.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import { memoryBytes } from '../measure/memory.ts';
import type { Scenario } from '../scenario.ts';
import { Remote } from '../stage/remote.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import { BATCH, HONEST, plan, RATE, SLOW } from './plan.ts';
import { findings } from './report.ts';

const WARM_UP_SECONDS = 2;
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/** A slice: what the honest subscribers got, and what the server held at most. */
export interface Slice {
  readonly reception: Reception;
  readonly cpu: CpuSeconds;
  /** Bytes that the server had resident, at most. */
  readonly memory: number;
  /** Undefined where there were none. */
  readonly slow: Slowness | undefined;
}

export const slowConsumer: Scenario = {
  name: 'slow-consumer',
  summary: 'What 10 subscribers that hardly read cost 100 that do: latency, and the memory of the server',
  ring: true,
  budget: { quick: 32, normal: 260, full: 900 },
  run: async (stage, effort, log) => {
    const { pairs, seconds } = plan(effort);
    const server = await Server.start({ uri: stage.uri, topic: stage.topic, awaitMs: 20 });
    const honest = new Remote<SubscriberCalls>('honest subscribers', 'subscribers');
    const slow = new Remote<SlowCalls>('slow subscribers', 'slow');
    try {
      const parts = { stage, server, honest, slow };
      await honest.call('open', { url: server.webSocketUrl, count: HONEST });
      await play(parts, WARM_UP_SECONDS, false);
      const without: Slice[] = [];
      const beside: Slice[] = [];
      for (let pair = 1; pair <= pairs; pair++) {
        log(`pair ${pair}/${pairs}: ${seconds} s without slow subscribers, ${seconds} s with them`);
        without.push(await play(parts, seconds, false));
        beside.push(await play(parts, seconds, true));
      }
      return findings({ sliceSeconds: seconds, without, beside });
    } finally {
      await Promise.all([honest.stop(), slow.stop()]);
      await server.stop();
    }
  },
};

interface Parts {
  readonly stage: Stage;
  readonly server: Server;
  readonly honest: Remote<SubscriberCalls>;
  readonly slow: Remote<SlowCalls>;
}

/** One slice; slow ones come at its begin, and are gone at its end. */
async function play(
  { stage, server, honest, slow }: Parts,
  seconds: number,
  withSlow: boolean,
): Promise<Slice> {
  const processes = await stage.processes();
  for (const { name, pid } of [{ name: 'server', pid: server.pid }, honest, slow]) processes.set(name, pid);
  const run = stage.nextRun();
  await honest.call('expect', run);
  const before = await cpuSeconds(processes);
  if (withSlow) {
    const since = await server.nearlyOldest();
    await slow.call('open', { url: server.webSocketUrl, ...SLOW, since });
  }
  const watched = new AbortController();
  const memory = peakMemory(server.pid, watched.signal);
  const { counts } = await stage.publisher.call('paced', { run, rate: RATE, seconds, batch: BATCH });
  const reception = await honest.call('collect', { published: counts, patienceMs: PATIENCE_MS });
  watched.abort();
  const cpu = cpuBetween(before, await cpuSeconds(processes));
  const slowness = withSlow ? await slow.call('end', undefined as never) : undefined;
  return { reception, cpu, memory: await memory, slow: slowness };
}

/** The most that a process has resident until the signal comes, looked at ten times a second. */
async function peakMemory(pid: number, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const { server } = await memoryBytes(new Map([['server', pid]]));
    most = Math.max(most, server!);
    await wait(LOOK_MS);
  }
  return most;
}
