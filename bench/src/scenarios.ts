import { latency } from './latency/latency.ts';
import type { Scenario } from './scenario.ts';
import { sustained } from './sustained/sustained.ts';

/** Every scenario, in the order in which the report has them. */
export const scenarios: readonly Scenario[] = [latency, sustained];
