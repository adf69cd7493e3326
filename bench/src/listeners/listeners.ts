import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage/stage.ts';
import { cursorVariant } from '../variant/direct-variant.ts';
import { serverVariant } from '../variant/server-variant.ts';
import { type Load, slice } from '../variant/slice.ts';
import type { Variant } from '../variant/variant.ts';
import { plan, RATE } from './plan.ts';
import { findings } from './report.ts';
import { keepsUp, Step } from './step.ts';

const PATIENCE_MS = 5_000;
const WARM_UP_SECONDS = 1;

export const listeners: Scenario = {
  name: 'listeners',
  summary:
    '1 to 10 000 listeners at 10 ticks/s: what they cost mongod and the server, memory a connection; and one cursor a listener as far as it goes',
  ring: true,
  budget: { quick: 68, normal: 300, full: 900 },
  run: async (stage, effort, log) => {
    const { rounds, seconds, ours, cursors } = plan(effort);
    const ourSteps = ours.map(
      (count) => new Step(serverVariant({ name: 'ours', awaitMs: 20, listeners: count })),
    );
    const cursorSteps = cursors.map((count) => new Step(cursorVariant(count)));
    for (let round = 1; round <= rounds; round++) {
      const measure = async (step: Step) => {
        const { name, listeners: count } = step.variant;
        log(`round ${round}/${rounds}, ${seconds} s of ${RATE} ticks/s to ${count} listeners: ${name}`);
        await measureStep(stage, step, seconds);
        if (step.failure) log(step.failure);
      };
      for (const step of ourSteps) await measure(step);
      for (const step of cursorSteps) {
        await measure(step);
        if (!keepsUp(step)) break;
      }
    }
    return findings(ourSteps, cursorSteps, seconds);
  },
};

/** Adds a slice to the step, or the reason for which there can be none here. */
async function measureStep(stage: Stage, step: Step, seconds: number): Promise<void> {
  if (step.failure) return;
  const load =
    (length: number): Load =>
    (run) =>
      stage.publisher.call('paced', { run, rate: RATE, seconds: length });
  try {
    const variants: Variant[] = [step.variant];
    const loads = { warmUp: load(WARM_UP_SECONDS), load: load(seconds) };
    step.slices.push(await slice(stage, { variants, ...loads, patienceMs: PATIENCE_MS }));
  } catch (error) {
    step.failure = (error as Error).message.split('\n')[0]!;
  }
}
