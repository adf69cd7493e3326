import { type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import type { Door } from '../http/door.ts';
import type { ConnectionLimit } from '../http/connection-limit.ts';
import type { Status } from '../http/status-schema.ts';
import type { QueueReport } from '@ticker/protocol';
import type { Rate } from '../rate.ts';
import { inTime } from '../in-time.ts';
import type { ReadStatus } from '../status.ts';
import { alertMetrics, type AlertSource } from './alert-metrics.ts';
import { measureDelivery } from './delivery.ts';
import { processMetrics } from './process-metrics.ts';
import { queueMetrics, type QueueSource } from './queue-metrics.ts';
import { gauge } from './reading.ts';
import { createRegisters, labelled } from './registers.ts';
import { refusalMetrics, type RefusedRequests } from './refusals.ts';
import { sessionMetrics } from './session-metrics.ts';
import { tailMetrics, type TailSource } from './tail-metrics.ts';
import { topicMetrics } from './topic-metrics.ts';

export interface MetricsSources {
  readonly version: string;
  /** Its number; undefined: this is the only process of the server. */
  readonly worker?: number | undefined;
  readonly door: Door;
  readonly tail: TailSource;
  readonly rate: Rate;
  readonly status: ReadStatus;
  /** TCP connections, by address. */
  readonly peers: ConnectionLimit;
  readonly requests: RefusedRequests;
  /** Undefined: there are none on this server. */
  readonly alerts: (AlertSource & QueueSource & { report(): Promise<QueueReport> }) | undefined;
}

/** All that is measured, as Prometheus reads it. docs/metrics.md says what each means. */
export class Metrics {
  readonly #registries: readonly Registry[];
  readonly #status: ReadStatus;
  readonly #alerts: MetricsSources['alerts'];
  #topic: Status['topic'] = null;
  #queue: QueueReport | null = null;

  constructor({ version, worker, door, tail, rate, status, peers, requests, alerts }: MetricsSources) {
    const { hub, now } = door.context;
    const { sessions, connections } = door;
    const tallies = Object.values(door.sessions.tallies);
    const registers = createRegisters(worker);
    const { all, each } = registers;
    this.#status = status;
    this.#alerts = alerts;
    gauge(all, {
      name: 'ticker_build_info',
      help: 'Always 1; the labels tell what runs',
      labels: ['version', 'node'],
      across: 'first',
      read: () => [[{ version, node: process.version }, 1]],
    });
    tailMetrics(each, tail, rate);
    measureDelivery(all, hub, sessions, now);
    sessionMetrics(all, sessions, tallies);
    refusalMetrics(all, { requests, connections, peers, tallies });
    alertMetrics(registers, alerts);
    if (alerts) queueMetrics(all, alerts, () => this.#queue);
    topicMetrics(registers, hub.backlog, () => this.#topic);
    this.#registries = [all, each, labelled(processMetrics(), worker)];
  }

  /** Of {@link page}. */
  get contentType(): string {
    return this.#registries[0]!.contentType;
  }

  /** All metrics now, in Prometheus' text format. */
  async page(): Promise<string> {
    await this.#ask();
    const pages = await Promise.all(this.#registries.map((registry) => registry.metrics()));
    return pages.join('\n');
  }

  /** All metrics now, to be added up with those of other workers. */
  async report(): Promise<MetricObjectWithValues<MetricValue<string>>[]> {
    await this.#ask();
    const reports = await Promise.all(this.#registries.map((registry) => registry.getMetricsAsJSON()));
    return reports.flat() as MetricObjectWithValues<MetricValue<string>>[];
  }

  /** What only the database knows: a scrape must not fail because that one does. */
  async #ask(): Promise<void> {
    [this.#topic, this.#queue] = await Promise.all([
      // Of a worker that hangs its neighbours would wait for the answer, and go without the topic.
      inTime(async () => (await this.#status('alone')).topic),
      // Where it is not ready the queue may not be there.
      inTime(async () => (this.#alerts?.state === 'ready' ? this.#alerts.report() : null)),
    ]);
  }
}
