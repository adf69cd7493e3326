import type { Tick } from './evidence.ts';
import type { Journey } from './journey.ts';

/** What a subscriber has, over all of its connections: each tick where it came first, and where ticks may be missing. */
export interface Story {
  readonly journey: Journey;
  /** Each once, in the order in which they came. */
  readonly ticks: readonly { readonly tick: Tick; readonly at: number }[];
  readonly gaps: readonly {
    /** How many of `ticks` came before it. */
    readonly before: number;
    readonly reason: string;
    readonly missed: number | null;
    readonly at: number;
  }[];
  /** How many ticks came, repeated ones too. */
  readonly delivered: number;
}

/** Takes the connections of a journey together. */
export function story(journey: Journey): Story {
  const seen = new Set<string>();
  const ticks: { tick: Tick; at: number }[] = [];
  const gaps: { before: number; reason: string; missed: number | null; at: number }[] = [];
  let delivered = 0;
  for (const step of journey.stages.flatMap(({ steps }) => steps)) {
    if (step.type === 'gap') gaps.push({ ...step, before: ticks.length });
    if (step.type !== 'ticks' && step.type !== 'snapshot') continue;
    delivered += step.ticks.length;
    for (const tick of step.ticks) {
      if (seen.has(tick.id)) continue;
      seen.add(tick.id);
      ticks.push({ tick, at: step.at });
    }
  }
  return { journey, ticks, gaps, delivered };
}
