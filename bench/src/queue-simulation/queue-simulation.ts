import type { Simulated, SimulationCalls } from '../load/simulation.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import { iterated } from '../planned.ts';
import type { Scenario } from '../scenario.ts';
import { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';
import { type ModeName, MODES } from './modes.ts';
import { findings } from './report.ts';
import type { Run } from './run.ts';

/** The article's: 4 processes, 1 000 users that publish and 300 that fetch in a slice of 1 000 ms. */
const PROCESSES = 4;
const USERS = { publishers: 1_000 / PROCESSES, readers: 300 / PROCESSES };
const SLICE_MS = 1_000;
const WARM_UP = 1;

/** The article has 25 iterations. */
const plan = iterated({
  quick: { rounds: 1, iterations: 6 },
  normal: { rounds: 3, iterations: 25 },
  full: { rounds: 5, iterations: 25 },
});

export const queueSimulation: Scenario = {
  name: 'queue-simulation',
  summary:
    "The article's simulation of a queue, 1 000 publish and 300 fetch a second: its tables, and the same without its errors",
  ring: false,
  budget: { quick: 32, normal: 400, full: 1_200 },
  run: async (stage, effort, log) => {
    const { rounds, iterations } = plan(effort);
    const processes = Array.from(
      { length: PROCESSES },
      (_, index) => new Remote<SimulationCalls>(`simulator ${index + 1}`, 'simulation'),
    );
    try {
      await Promise.all(processes.map((each) => each.call('connect', { uri: stage.uri })));
      const runs: Run[] = [];
      for (const mode of Object.keys(MODES) as ModeName[]) await simulate(stage, processes, mode, WARM_UP);
      for (let round = 1; round <= rounds; round++) {
        for (const mode of Object.keys(MODES) as ModeName[]) {
          log(`round ${round}/${rounds}: ${mode}, ${iterations} slices of ${SLICE_MS} ms`);
          runs.push(await simulate(stage, processes, mode, iterations));
        }
      }
      return findings(runs, iterations);
    } finally {
      await Promise.all(processes.map((each) => each.stop()));
    }
  },
};

async function simulate(
  stage: Stage,
  processes: readonly Remote<SimulationCalls>[],
  mode: ModeName,
  iterations: number,
): Promise<Run> {
  for (const [index, each] of processes.entries()) await each.call('prepare', { mode, first: index === 0 });
  const watched = await stage.processes();
  for (const { name, pid } of processes) watched.set(name, pid);
  const before = await cpuSeconds(watched);
  const start = performance.now();
  const order = { mode, ...USERS, iterations, sliceMs: SLICE_MS };
  const found: Simulated[] = await Promise.all(processes.map((each) => each.call('run', order)));
  const seconds = (performance.now() - start) / 1_000;
  return { mode, seconds, found, cpu: together(cpuBetween(before, await cpuSeconds(watched))) };
}

/** The simulators as one. */
function together(cpu: CpuSeconds): CpuSeconds {
  const sum: Record<string, number> = {};
  for (const [name, seconds] of Object.entries(cpu)) {
    const as = name.replace(/ \d+$/, 's');
    sum[as] = (sum[as] ?? 0) + seconds;
  }
  return sum;
}
