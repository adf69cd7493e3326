import type { Effort, Findings, Scenario } from '../scenario.ts';
import type { Stage } from '../stage/stage.ts';
import { type Load, type Slice, slice } from '../variant/slice.ts';
import { type Measured, type Part, parts } from './plan.ts';
import { findings } from './report.ts';

/** A tick that waits for the next one to be seen comes a second late at 1 tick a second. */
const PATIENCE_MS = 5_000;
const WARM_UP_SECONDS = 2;

export const latency: Scenario = {
  name: 'latency',
  summary:
    'Insert sent → message in the client, at 1, 10 and 200 ticks/s: ours, the default wait, a cursor a listener',
  ring: true,
  run: async (stage: Stage, effort: Effort, log: (line: string) => void): Promise<Findings> => {
    const measured: Measured[] = [];
    for (const part of parts(effort)) {
      const slices: Slice[][] = [];
      for (let round = 0; round < part.rounds; round++) {
        slices.push(
          await playRound(stage, part, (what) => log(`round ${round + 1}/${part.rounds}, ${what}`)),
        );
      }
      measured.push({ part, slices });
    }
    return findings(measured);
  },
};

async function playRound(stage: Stage, part: Part, log: (what: string) => void): Promise<Slice[]> {
  const { rate, variants, together, seconds } = part;
  const load =
    (length: number): Load =>
    (run) =>
      stage.publisher.call('paced', { run, rate, seconds: length });
  const slices: Slice[] = [];
  for (const group of together ? [variants] : variants.map((variant) => [variant])) {
    const who = group.map(({ name }) => name).join(', ');
    log(`${seconds} s of ${rate} ticks/s to ${group[0]!.listeners} listener(s): ${who}`);
    slices.push(
      await slice(stage, {
        variants: group,
        warmUp: load(WARM_UP_SECONDS),
        load: load(seconds),
        patienceMs: PATIENCE_MS,
      }),
    );
  }
  return slices;
}
