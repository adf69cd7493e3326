import type { Verdict } from '../oracle/judge.ts';

/** What came of a play. */
export interface Outcome {
  /** The faults of it, in their order. */
  readonly faults: readonly string[];
  readonly seed: number;
  readonly verdict: Verdict;
  /** Everything that is wrong; none: it passed. */
  readonly complaints: readonly string[];
  /** What else there is to know. */
  readonly notes: readonly string[];
  readonly seconds: number;
}
