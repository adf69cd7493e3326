import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage/stage.ts';
import { type Load, type Slice, slice } from '../variant/slice.ts';
import { evaluation, RULES } from './evaluation.ts';
import { firing } from './firing.ts';
import { plan, type Plan } from './plan.ts';
import { findings, type Ruled } from './report.ts';
import { ruledVariant } from './ruled-variant.ts';
import { StoredRules } from './stored-rules.ts';
import { BATCH, RATE } from './ticks.ts';

const WARM_UP_SECONDS = 2;
const PATIENCE_MS = 10_000;

export const alerts: Scenario = {
  name: 'alerts',
  summary: 'What 0, 100 and 10 000 alert rules cost on the path of a tick, and how soon an alert comes',
  ring: true,
  budget: { quick: 68, normal: 420, full: 1_200 },
  run: async (stage, effort, log) => {
    const planned = plan(effort);
    const most = Math.max(...RULES);
    log('the evaluator alone');
    const evaluated = await evaluation(planned.evaluations.rounds, planned.evaluations.seconds);
    log(`${most} rules`);
    const stored = await StoredRules.prepare(stage, most);
    try {
      const ruled = await serve(stage, stored, planned, log);
      const fired = [];
      for (const rules of [0, most]) {
        log(`${planned.alerts} alerts, with ${rules} other rules`);
        fired.push(await firing(stage, stored, { rules, alerts: planned.alerts }));
      }
      return findings({ plan: planned, evaluated, ruled, fired });
    } finally {
      await stored.close();
    }
  },
};

async function serve(
  stage: Stage,
  stored: StoredRules,
  { rounds, seconds }: Plan,
  log: (line: string) => void,
): Promise<Ruled[]> {
  const found = RULES.map((rules) => ({ rules, slices: [] as Slice[] }));
  const load =
    (length: number): Load =>
    (run) =>
      stage.publisher.call('paced', { run, rate: RATE, batch: BATCH, seconds: length });
  for (let round = 1; round <= rounds; round++) {
    for (const { rules, slices } of found) {
      log(`round ${round}/${rounds}: ${seconds} s of ${RATE} ticks/s, ${rules} rules`);
      slices.push(
        await slice(stage, {
          variants: [ruledVariant(stored, rules)],
          warmUp: load(WARM_UP_SECONDS),
          load: load(seconds),
          patienceMs: PATIENCE_MS,
        }),
      );
    }
  }
  return found;
}
