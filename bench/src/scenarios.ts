import { alerts } from './alerts/alerts.ts';
import { latency } from './latency/latency.ts';
import { listeners } from './listeners/listeners.ts';
import { queueLadder } from './queue-ladder/ladder.ts';
import type { Scenario } from './scenario.ts';
import { topicSimulation } from './topic-simulation/simulation.ts';
import { sustained } from './sustained/sustained.ts';

/** Every scenario, in the order in which the report has them. */
export const scenarios: readonly Scenario[] = [
  topicSimulation,
  latency,
  listeners,
  sustained,
  queueLadder,
  alerts,
];
