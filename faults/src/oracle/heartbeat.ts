import type { Journey } from './journey.ts';
import { between, type Line } from './line.ts';

/** Heartbeats that name a tick before which something was not sent: PROTOCOL.md, "heartbeat". */
export function hasty(journeys: readonly Journey[], lines: readonly Line[]): string[] {
  const wrong: string[] = [];
  for (const journey of journeys) {
    for (const { process, steps } of journey.stages) {
      let last: string | undefined;
      for (const step of steps) {
        if (step.type === 'gap') last = undefined;
        else if (step.type !== 'heartbeat') last = step.ticks.at(-1)?.id ?? last;
        else if (step.last !== null && last !== undefined) {
          const owed = between(lines, process, journey, last, step.last) ?? 0;
          if (owed > 0)
            wrong.push(`${journey.name}: a heartbeat names ${step.last}, ${owed} ticks after ${last}`);
        }
      }
    }
  }
  return wrong;
}
