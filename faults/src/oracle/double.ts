import type { Journey, Stage } from './journey.ts';

/** What a resume after one id alone may repeat: PROTOCOL.md, "since". */
const REPEATED_MOST = 127;

/** Ticks that came twice where they must not (invariant 3). What a feed hands on is one connection, however many it had. */
export function doubled({ stages }: Pick<Journey, 'stages'>): string[] {
  const before = new Set<string>();
  const twice: string[] = [];
  for (const stage of stages) {
    const here = new Set<string>();
    const again: string[] = [];
    for (const id of deliveries(stage)) {
      if (here.has(id)) twice.push(id);
      else if (before.has(id)) again.push(id);
      here.add(id);
    }
    // Who is told of a gap gets the newest ticks, those included that it had on an earlier connection.
    if (stage.resumed) twice.push(...again.slice(stage.full ? 0 : REPEATED_MOST));
    for (const id of here) before.add(id);
  }
  return twice;
}

function deliveries({ steps }: Stage): string[] {
  return steps.flatMap((step) =>
    step.type === 'ticks' || step.type === 'snapshot' ? step.ticks.map(({ id }) => id) : [],
  );
}
