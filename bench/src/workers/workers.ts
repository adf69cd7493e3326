import type { Fanned } from '../load/closed-loop.ts';
import type { CrowdCalls } from '../load/crowd.ts';
import { whole } from '../report/figure.ts';
import type { Scenario } from '../scenario.ts';
import { Remote } from '../stage/remote.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import { CLIENTS, LOAD, plan, WORKERS } from './plan.ts';
import { findings } from './report.ts';

const WARM_UP_SECONDS = 1;

/** One number of workers for a while. */
export interface Slice {
  readonly workers: number;
  readonly fanned: Fanned;
  /** Of all processes of the server, its primary one too. */
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

export const workers: Scenario = {
  name: 'workers',
  summary: `What a second process on the same port brings ${whole(CLIENTS)} subscribers, and what it costs`,
  ring: true,
  budget: { quick: 44, normal: 180, full: 500 },
  run: async (stage, effort, log) => {
    const { rounds, seconds } = plan(effort);
    const slices: Slice[] = [];
    for (let round = 1; round <= rounds; round++) {
      log(`round ${round}/${rounds}, ${seconds} s each: WORKERS ${WORKERS.join(', then ')}`);
      for (const count of WORKERS) slices.push(await play(stage, count, seconds));
    }
    return findings(slices);
  },
};

async function play(stage: Stage, count: number, seconds: number): Promise<Slice> {
  const server = await Server.start({ uri: stage.uri, topic: stage.topic, awaitMs: 20, workers: count });
  const crowd = new Remote<CrowdCalls>('load (workers)', 'crowd');
  try {
    const url = server.webSocketUrl;
    await crowd.call('open', { dialect: 'ours', url, publishUrl: url, uri: stage.uri, count: CLIENTS });
    await crowd.call('run', { ...LOAD, seconds: WARM_UP_SECONDS });
    const before = await server.used();
    const fanned = await crowd.call('run', { ...LOAD, seconds });
    const { cpuSeconds, memoryBytes } = await server.used();
    return { workers: count, fanned, cpuSeconds: cpuSeconds - before.cpuSeconds, memoryBytes };
  } finally {
    await crowd.stop();
    await server.stop();
  }
}
