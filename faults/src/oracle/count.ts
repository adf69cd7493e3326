import type { Tick } from './evidence.ts';
import type { Journey } from './journey.ts';
import { between, type Line } from './line.ts';

/** Announced counts that are not what was skipped (invariant 2), and how many could be checked. */
export interface Counts {
  readonly wrong: readonly string[];
  readonly missed: number;
  readonly conflated: number;
}

/**
 * Holds `missed` and `conflated` against what the same process gave to somebody who got everything. Frame by frame: each
 * tells what was skipped since the one before.
 */
export function counts(journeys: readonly Journey[], lines: readonly Line[]): Counts {
  const wrong: string[] = [];
  let [missed, conflated] = [0, 0];
  for (const journey of journeys) {
    for (const { process, steps } of journey.stages) {
      let last: string | undefined;
      let owed: number | undefined;
      for (const step of steps) {
        if (step.type === 'gap') {
          if (step.reason === 'slow_consumer') {
            if (step.missed === null) wrong.push(`${journey.name}: slow_consumer without a number`);
            else owed = step.missed;
          } else {
            if (step.missed !== null)
              wrong.push(`${journey.name}: ${step.reason} can't know that ${step.missed} are missing`);
            last = undefined;
          }
        }
        if (step.type !== 'ticks' && step.type !== 'snapshot') continue;
        const { ticks } = step;
        const told = step.type === 'ticks' ? step.conflated : 0;
        if (journey.mode === 'all' && told !== 0)
          wrong.push(`${journey.name}: ${told} conflated in mode all`);
        const [first, newest] = [ticks[0], ticks.at(-1)];
        if (!first || !newest) continue;
        const skipped = last === undefined ? undefined : count(lines, process, journey, last, ticks, owed);
        if (skipped !== undefined && owed !== undefined) {
          missed++;
          if (skipped !== owed) wrong.push(`${journey.name}: ${owed} missed were ${skipped}`);
        } else if (skipped !== undefined && journey.mode === 'latest' && step.type === 'ticks') {
          conflated++;
          if (skipped !== told)
            wrong.push(`${journey.name}: ${told} conflated were ${skipped}, before ${first.id}`);
        }
        owed = undefined;
        last = newest.id;
      }
    }
  }
  return { wrong, missed, conflated };
}

/** What was skipped before the first of these (`owed`), or among all of them. */
function count(
  lines: readonly Line[],
  process: string | undefined,
  journey: Journey,
  last: string,
  ticks: readonly Tick[],
  owed: number | undefined,
): number | undefined {
  const to = owed === undefined ? ticks.at(-1)! : ticks[0]!;
  const passed = between(lines, process, journey, last, to.id);
  return passed === undefined ? undefined : passed - (owed === undefined ? ticks.length : 1);
}
