import type { WorkerCounts } from '@ticker/mongo';
import type { QueueReport } from '@ticker/protocol';
import type { Registry } from 'prom-client';
import { counter, gauge } from './reading.ts';

const STATES = ['waiting', 'running', 'delayed', 'dead', 'foreign'] as const;
const OUTCOMES = ['completed', 'failed', 'dead', 'lost', 'released'] as const;

/** What the metrics read of the work queue. */
export interface QueueSource {
  /** What the worker of this process has done; undefined before there is one. */
  readonly work: Readonly<WorkerCounts> | undefined;
}

/**
 * What the work queue holds, and what this process has done of it.
 *
 * @param report null while it is not known: then its metrics have no values
 */
export function queueMetrics(registry: Registry, queue: QueueSource, report: () => QueueReport | null): void {
  gauge(registry, {
    name: 'ticker_queue_jobs',
    help: 'Jobs of the queue, of all processes that share it; foreign: claimed by shell users',
    labels: ['state'],
    across: 'first',
    read: () => {
      const counts = report();
      return counts ? STATES.map((state) => [{ state }, counts[state]] as const) : [];
    },
  });
  gauge(registry, {
    name: 'ticker_queue_oldest_waiting_seconds',
    help: 'How long the oldest waiting job has been there; no value where none waits',
    across: 'first',
    read: () => {
      const oldest = report()?.oldestMs;
      return oldest === null || oldest === undefined ? undefined : oldest / 1000;
    },
  });
  counter(registry, {
    name: 'ticker_queue_claims_total',
    help: 'Jobs that the worker of this process claimed',
    read: () => queue.work?.claimed ?? 0,
  });
  counter(registry, {
    name: 'ticker_queue_attempts_total',
    help: 'How attempts of the worker of this process ended; dead: those of the failed that were the last, lost: the lease was over first',
    labels: ['outcome'],
    read: () => OUTCOMES.map((outcome) => [{ outcome }, queue.work?.[outcome] ?? 0] as const),
  });
}
