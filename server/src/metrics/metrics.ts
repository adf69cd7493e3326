import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Door } from '../http/door.ts';
import type { ConnectionLimit } from '../http/connection-limit.ts';
import type { Status } from '../http/status-schema.ts';
import type { Rate } from '../rate.ts';
import { measureDelivery } from './delivery.ts';
import { processMetrics } from './process-metrics.ts';
import { gauge } from './reading.ts';
import { refusalMetrics, type RefusedRequests } from './refusals.ts';
import { sessionMetrics } from './session-metrics.ts';
import { tailMetrics, type TailSource } from './tail-metrics.ts';
import { topicMetrics } from './topic-metrics.ts';

/** A scrape waits so long for the topic's numbers, then it goes without: it must not fail because the database does. */
const TOPIC_MS = 1_000;

export interface MetricsSources {
  readonly version: string;
  readonly door: Door;
  readonly tail: TailSource;
  readonly rate: Rate;
  readonly status: () => Promise<Status>;
  /** TCP connections, by address. */
  readonly peers: ConnectionLimit;
  readonly requests: RefusedRequests;
}

/** All that is measured, as Prometheus reads it. docs/metrics.md says what each means. */
export class Metrics {
  readonly #registry: Registry;
  readonly #status: () => Promise<Status>;
  #topic: Status['topic'] = null;

  constructor({ version, door, tail, rate, status, peers, requests }: MetricsSources) {
    const { hub, now } = door.context;
    const { sessions, connections } = door;
    const tallies = Object.values(door.sessions.tallies);
    const own = new Registry();
    this.#status = status;
    gauge(own, {
      name: 'ticker_build_info',
      help: 'Always 1; the labels tell what runs',
      labels: ['version', 'node'],
      read: () => [[{ version, node: process.version }, 1]],
    });
    tailMetrics(own, tail, rate);
    measureDelivery(own, hub, sessions, now);
    sessionMetrics(own, sessions, tallies);
    refusalMetrics(own, { requests, connections, peers, tallies });
    topicMetrics(own, hub.backlog, () => this.#topic);
    this.#registry = Registry.merge([own, processMetrics()]);
  }

  /** Of {@link page}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics now, in Prometheus' text format. */
  async page(): Promise<string> {
    this.#topic = await this.#askTopic();
    return this.#registry.metrics();
  }

  async #askTopic(): Promise<Status['topic']> {
    const answered = new AbortController();
    const topic = this.#status().then(
      (status) => status.topic,
      () => null,
    );
    const late = delay(TOPIC_MS, null, { signal: answered.signal }).catch(() => null);
    try {
      return await Promise.race([topic, late]);
    } finally {
      answered.abort();
    }
  }
}
