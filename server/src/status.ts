import type { TailStatus, TopicStats } from '@ticker/mongo';
import type { Status } from './http/status-schema.ts';
import { Fresh } from './fresh.ts';
import { inTime } from './in-time.ts';
import type { Hub } from './hub/hub.ts';
import type { Rate } from './rate.ts';
import type { Sessions } from './session/sessions.ts';
import type { Link } from './workers/link.ts';

/** A ring that lasts shorter than this is warned of: a reader that is away for longer has a gap. */
const SHORT_WINDOW_S = 60;
/** The topic's numbers are asked of the database at most once in this time, however many ask for the status. */
const FRESH_MS = 1_000;

export type { Status };

export interface StatusSources {
  readonly hub: Hub;
  readonly sessions: Sessions;
  readonly rate: Rate;
  readonly tail: () => TailStatus;
  readonly topicStats: () => Promise<TopicStats | undefined>;
  readonly version: string;
  /** Of a worker, to the others. */
  readonly link?: Pick<Link, 'place' | 'ask'> | undefined;
}

/** Tells how the process is. `alone`: with its own subscribers, without a word with other workers. */
export type ReadStatus = (alone?: 'alone') => Promise<Status>;

/** Makes the function that tells how the process is. */
export function statusOf({
  hub,
  sessions,
  rate,
  tail,
  topicStats,
  version,
  link,
}: StatusSources): ReadStatus {
  // The status must be had when the database is away: that is when it is looked at.
  const stats = new Fresh(() => inTime(async () => (await topicStats()) ?? null), FRESH_MS);
  return async (alone) => {
    const { backlog } = hub;
    const others = alone ? undefined : link;
    const [topic, all] = await Promise.all([
      stats.newest(),
      others?.ask('subscribers').catch(() => undefined),
    ]);
    return {
      tail: tail(),
      topic: topic
        ? {
            count: topic.count,
            sizeBytes: topic.sizeBytes,
            max: Number.isFinite(topic.max) ? topic.max : null,
            windowSeconds: windowSeconds(topic, rate.perSecond),
          }
        : null,
      backlog: {
        size: backlog.size,
        first: backlog.size > 0 ? backlog.at(backlog.first).id : null,
        last: backlog.last?.id ?? null,
      },
      subscribers: all ?? hub.subscribers,
      ticksPerSecond: rate.perSecond,
      draining: sessions.draining,
      version,
      worker: link ? { number: link.place.number, of: link.place.of } : null,
    };
  };
}

/** In words, what is wrong with the ring's size at the present rate; undefined when nothing is. */
export function windowWarning({ topic }: Status): string | undefined {
  const seconds = topic?.windowSeconds;
  if (seconds === undefined || seconds === null || seconds >= SHORT_WINDOW_S) return undefined;
  return `the topic holds only the last ${seconds} s at this rate: a reader away for longer has a gap. Enlarge it by collMod (CAPPED_SIZE, CAPPED_MAX)`;
}

function windowSeconds({ count, sizeBytes, max, maxBytes }: TopicStats, perSecond: number): number | null {
  if (perSecond === 0 || count === 0) return null;
  const capacity = Math.min(max, maxBytes / (sizeBytes / count));
  return Math.round((capacity / perSecond) * 10) / 10;
}
