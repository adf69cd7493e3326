import { alerts } from './alerts/alerts.ts';
import { fanOut } from './fan-out/fan-out.ts';
import { latency } from './latency/latency.ts';
import { listeners } from './listeners/listeners.ts';
import { mqperf } from './mqperf/mqperf.ts';
import { postgresQueue } from './postgres-queue/postgres-queue.ts';
import { queueLadder } from './queue-ladder/ladder.ts';
import { queuePeers } from './queue-peers/queue-peers.ts';
import { queueSimulation } from './queue-simulation/queue-simulation.ts';
import { resume } from './resume/resume.ts';
import { scaleModel } from './scale-model/scale-model.ts';
import type { Level, Scenario } from './scenario.ts';
import { slowConsumer } from './slow-consumer/slow-consumer.ts';
import { openingSeconds } from './stage/stages.ts';
import { sustained } from './sustained/sustained.ts';
import { topicSimulation } from './topic-simulation/simulation.ts';
import { workers } from './workers/workers.ts';

/** Every scenario, in the order in which the report has them; those with a ring first, since they share a stage. */
export const scenarios: readonly Scenario[] = [
  topicSimulation,
  latency,
  listeners,
  fanOut,
  workers,
  scaleModel,
  sustained,
  slowConsumer,
  resume,
  alerts,
  queueSimulation,
  mqperf,
  postgresQueue,
  queuePeers,
  queueLadder,
];

/** How long some of them take, one after the other, with the stages that they play on. */
export function secondsOf(some: readonly Scenario[], level: Level): number {
  const opening = openingSeconds(some.map(({ ring }) => ring));
  return some.reduce((sum, { budget }) => sum + budget[level], opening);
}
