import type { ServerStatus } from '../../server-status/server-status.ts';
import { detailsText } from '../text/details.ts';

/** A ring that lasts shorter than this, seconds, is warned of: as in the server's log. */
const SHORT_WINDOW_S = 60;

/** One thing about the server. */
export interface DetailRow {
  readonly key: keyof typeof detailsText.terms;
  readonly words: string;
  /** Whether it is something to worry about. */
  readonly bad: boolean;
}

/** A server's status in words, what matters most first. */
export function detailRows(status: ServerStatus): DetailRow[] {
  const { tail, topic, backlog, subscribers, ticksPerSecond, draining, version, worker } = status;
  const { member, memberState, lagMs } = tail;
  const row = (key: DetailRow['key'], words: string, bad = false): DetailRow => ({ key, words, bad });
  const told = detailsText.version(version, worker);
  return [
    row('reading', detailsText.reading(tail), tail.state !== 'live' && tail.state !== 'filling'),
    row(
      'member',
      member === null ? detailsText.noMember : detailsText.member(member, memberState),
      member === null,
    ),
    row('lag', lagMs === null ? detailsText.unknown : detailsText.lag(lagMs)),
    windowRow(topic),
    row('topic', topic ? detailsText.topic(topic.count, topic.max, topic.sizeBytes) : detailsText.unknown),
    row('backlog', detailsText.ticks(backlog.size)),
    row('subscribers', detailsText.subscribers(subscribers)),
    row('rate', detailsText.rate(ticksPerSecond)),
    row('trouble', detailsText.trouble(tail)),
    row('version', draining ? detailsText.draining(told) : told, draining),
  ];
}

function windowRow(topic: ServerStatus['topic']): DetailRow {
  const key = 'window';
  if (!topic) return { key, words: detailsText.unknown, bad: false };
  const { windowSeconds: seconds } = topic;
  if (seconds === null) return { key, words: detailsText.windowIdle, bad: false };
  const bad = seconds < SHORT_WINDOW_S;
  return { key, words: bad ? detailsText.windowShort(seconds) : detailsText.window(seconds), bad };
}
