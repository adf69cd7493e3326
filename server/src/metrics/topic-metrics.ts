import type { Status } from '../http/status-schema.ts';
import type { Backlog } from '../hub/backlog.ts';
import { gauge } from './reading.ts';
import type { Registers } from './registers.ts';

/**
 * How full the topic is, and the backlog.
 *
 * @param topic null while it is not known: then its metrics have no values
 */
export function topicMetrics({ all, each }: Registers, backlog: Backlog, topic: () => Status['topic']): void {
  gauge(each, { name: 'ticker_backlog_ticks', help: 'Ticks in memory', read: () => backlog.size });
  gauge(each, {
    name: 'ticker_backlog_capacity_ticks',
    help: 'Ticks that are kept in memory at most (BACKLOG_MAX)',
    read: () => backlog.capacity,
  });
  gauge(all, {
    name: 'ticker_topic_ticks',
    help: 'Ticks that the capped collection holds',
    across: 'first',
    read: () => topic()?.count,
  });
  gauge(all, {
    name: 'ticker_topic_size_bytes',
    help: 'Bytes that they take',
    across: 'first',
    read: () => topic()?.sizeBytes,
  });
  gauge(all, {
    name: 'ticker_topic_capacity_ticks',
    help: 'Ticks that it holds at most; no value where only its bytes are bounded',
    across: 'first',
    read: () => topic()?.max ?? undefined,
  });
  gauge(all, {
    name: 'ticker_topic_window_seconds',
    help: 'How long the ring lasts at the present rate of arrival; no value while nothing arrives',
    across: 'first',
    read: () => topic()?.windowSeconds ?? undefined,
  });
}
