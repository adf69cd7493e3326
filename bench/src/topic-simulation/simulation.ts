import type { Scenario } from '../scenario.ts';
import { plan } from './plan.ts';
import { play } from './play.ts';
import { findings } from './report.ts';
import { WAYS } from './way.ts';

export const topicSimulation: Scenario = {
  name: 'topic-simulation',
  summary:
    'The article’s simulation, 1 000 publishing users a second and 40 listeners: its tables by its own definitions and by right ones, and ours',
  ring: true,
  budget: { quick: 32, normal: 1_000, full: 2_000 },
  run: async (stage, effort, log) => {
    const { rounds, iterations } = plan(effort);
    const ways = WAYS.map((way) => ({ way, runs: [] as Awaited<ReturnType<typeof play>>[] }));
    for (let round = 1; round <= rounds; round++) {
      for (const { way, runs } of ways) {
        log(`round ${round}/${rounds}, ${iterations} slices of a second: ${way.name} (${way.promise})`);
        runs.push(await play(stage, way, iterations));
      }
    }
    return findings(ways, iterations);
  },
};
