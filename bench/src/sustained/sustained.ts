import type { Scenario } from '../scenario.ts';
import { type Load, type Slice, slice } from '../variant/slice.ts';
import { BATCH, OURS, plan, PUBLISHERS } from './plan.ts';
import { findings } from './report.ts';

/** For a server that has just started to have its hot code compiled. */
const WARM_UP_SECONDS = 2;
/** A reader that the ring overtakes is told at once, so that this is waited out for lost ticks only. */
const PATIENCE_MS = 15_000;

export const sustained: Scenario = {
  name: 'sustained',
  summary:
    'Ticks/s into a full ring that 100 subscribers all get, as a share of what the bare driver inserts',
  ring: true,
  run: async (stage, effort, log) => {
    const { rounds, seconds } = plan(effort);
    const pairs = PUBLISHERS.map((publishers) => ({
      publishers,
      ours: [] as Slice[],
      bare: [] as Slice[],
    }));
    for (let round = 0; round < rounds; round++) {
      for (const { publishers, ours, bare } of pairs) {
        log(`round ${round + 1}/${rounds}, ${publishers} publisher(s), ${seconds} s each: ours, then bare`);
        const load =
          (length: number): Load =>
          (run) =>
            stage.publisher.call('flatOut', { run, publishers, batch: BATCH, seconds: length });
        const loads = { warmUp: load(WARM_UP_SECONDS), load: load(seconds), patienceMs: PATIENCE_MS };
        ours.push(await slice(stage, { variants: [OURS], ...loads }));
        // No server runs then. One that is merely stopped (SIGSTOP) would leave its cursor to mongod, and its sockets
        // to the kernel.
        bare.push(await slice(stage, { variants: [], ...loads }));
      }
    }
    return findings(pairs, seconds);
  },
};
