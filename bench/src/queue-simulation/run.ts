import type { Simulated } from '../load/simulation.ts';
import type { CpuSeconds } from '../measure/cpu.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import type { ModeName } from './modes.ts';

/** One mode, once; each process has its samples. */
export interface Run {
  readonly mode: ModeName;
  readonly seconds: number;
  readonly found: readonly Simulated[];
  readonly cpu: CpuSeconds;
}

export const OPERATIONS = ['publish', 'fetch'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The runs of a mode, round by round. */
export function of(runs: readonly Run[], mode: ModeName): Run[] {
  return runs.filter((run) => run.mode === mode);
}

/** How long all calls of these runs took. */
export function histogram(runs: readonly Run[], operation: Operation): LatencyHistogram {
  const encoded = runs.flatMap(({ found }) => found.map((process) => process[operation]));
  return LatencyHistogram.merged(encoded.map((each) => LatencyHistogram.decode(each)));
}
