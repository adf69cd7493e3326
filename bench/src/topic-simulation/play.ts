import type { Reception } from '../load/audience.ts';
import type { Played, SimulatedUserCalls } from '../load/simulated-users.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';
import { SIMULATION } from './plan.ts';
import type { Way } from './way.ts';

/** A tick that waits for the next one to be seen comes a second late. */
const PATIENCE_MS = 5_000;

/** One run of the simulation by one way. */
export interface Run {
  /** From before the topic was made to the last process' end, in seconds: what the simulator calls its runtime. */
  readonly seconds: number;
  readonly played: readonly Played[];
  /** What each process' listeners got. */
  readonly receptions: readonly Reception[];
  /** While it was played. */
  readonly cpu: CpuSeconds;
}

/** Plays it once. What does not take part is not there meanwhile. */
export async function play(stage: Stage, way: Way, iterations: number): Promise<Run> {
  const { processes: count, users, resolutionMs, delayMs } = SIMULATION;
  const begin = performance.now();
  const open = await way.open(stage);
  const remotes: Remote<SimulatedUserCalls>[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const remote = new Remote<SimulatedUserCalls>(`users ${index + 1}`, 'simulated-users');
      remotes.push(remote);
      await remote.call('open', open.place);
    }
    const run = stage.nextRun();
    await Promise.all(remotes.map((remote) => remote.call('expect', run)));
    const members = [...(await stage.processes())].filter(([name]) => name !== 'publisher');
    const ids = new Map([
      ...members,
      ...open.processes,
      ...remotes.map(({ name, pid }) => [name, pid] as const),
    ]);
    const before = await cpuSeconds(ids);
    const order = { run, users, iterations, resolutionMs, delayMs };
    const played = await Promise.all(
      remotes.map((remote, publisher) => remote.call('play', { ...order, publisher })),
    );
    const seconds = (performance.now() - begin) / 1000;
    const published = played.map(({ count }) => count);
    const receptions = await Promise.all(
      remotes.map((remote) => remote.call('collect', { published, patienceMs: PATIENCE_MS })),
    );
    return { seconds, played, receptions, cpu: cpuBetween(before, await cpuSeconds(ids)) };
  } finally {
    await Promise.all(remotes.map((remote) => remote.stop()));
    await open.close();
  }
}
