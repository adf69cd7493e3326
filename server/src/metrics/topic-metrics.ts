import type { Registry } from 'prom-client';
import type { Status } from '../http/status-schema.ts';
import type { Backlog } from '../hub/backlog.ts';
import { gauge } from './reading.ts';

/**
 * How full the topic is, and the backlog.
 *
 * @param topic null while it is not known: then its metrics have no values
 */
export function topicMetrics(registry: Registry, backlog: Backlog, topic: () => Status['topic']): void {
  gauge(registry, { name: 'ticker_backlog_ticks', help: 'Ticks in memory', read: () => backlog.size });
  gauge(registry, {
    name: 'ticker_backlog_capacity_ticks',
    help: 'Ticks that are kept in memory at most (BACKLOG_MAX)',
    read: () => backlog.capacity,
  });
  gauge(registry, {
    name: 'ticker_topic_ticks',
    help: 'Ticks that the capped collection holds',
    read: () => topic()?.count,
  });
  gauge(registry, {
    name: 'ticker_topic_size_bytes',
    help: 'Bytes that they take',
    read: () => topic()?.sizeBytes,
  });
  gauge(registry, {
    name: 'ticker_topic_capacity_ticks',
    help: 'Ticks that it holds at most; no value where only its bytes are bounded',
    read: () => topic()?.max ?? undefined,
  });
  gauge(registry, {
    name: 'ticker_topic_window_seconds',
    help: 'How long the ring lasts at the present rate of arrival; no value while nothing arrives',
    read: () => topic()?.windowSeconds ?? undefined,
  });
}
