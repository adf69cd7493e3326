import { createClient, open } from './client.ts';
import type { Log } from './log.ts';
import { Members } from './members.ts';
import { Seen } from './seen.ts';
import { Tail, type TailItem } from './tail.ts';

export interface FollowTopicOptions {
  /** Connection string of the replica set. */
  readonly uri: string;
  /** "database.collection", capped. */
  readonly topic: string;
  /** Ends it; so does leaving the loop. */
  readonly signal?: AbortSignal;
  /** How many ticks it remembers, so that none comes twice; older ones of a larger topic are not read. 100 000. */
  readonly remember?: number;
  /** 'local' is faster, and may give ticks that a failover takes back. 'majority'. */
  readonly readConcern?: 'majority' | 'local';
  /**
   * How long mongod waits for a tick before it answers "none", in milliseconds, where no change stream tells of ticks
   * (see {@link Tail}). 20: longer waits oversleep.
   */
  readonly awaitMs?: number;
  /** False: no change stream tells of ticks, the member is asked all the time. True, for majority reads. */
  readonly wake?: boolean;
  /** Shown by mongod in its log. */
  readonly appName?: string;
  readonly log?: Log;
}

/**
 * Follows a topic with clients and a memory of its own: a {@link Tail} for who needs no backlog. Gives what the topic
 * holds, then each new tick, once; and a gap wherever some may be missing.
 *
 * @throws as `connect`, when no member answers at the start; later it tries again by itself, for ever
 */
export async function* followTopic(options: FollowTopicOptions): AsyncGenerator<TailItem, void, void> {
  const { uri, topic, signal, remember = 100_000, readConcern = 'majority', awaitMs = 20 } = options;
  const { wake = true, appName = 'follow-topic', log } = options;
  const left = new AbortController();
  // Heartbeats of a second: that is how soon the tail learns that its member lags.
  const client = createClient(uri, appName, { heartbeatFrequencyMS: 1_000, connectTimeoutMS: 3_000 });
  const members = new Members(client);
  const known = new Seen(remember);
  try {
    await open(client, uri);
    const tail = new Tail({
      uri,
      client,
      members,
      topic,
      known,
      backlogMax: remember,
      readConcern,
      awaitMs,
      signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
      appName: `${appName}-tail`,
      ...(!wake && { wake }),
      ...(log && { log }),
    });
    for await (const item of tail) {
      yield item;
      if (item.type === 'ticks') for (const { id } of item.ticks) known.add(id);
      else if (item.type === 'gap' && item.recreated) known.clear();
    }
  } finally {
    left.abort();
    members.close();
    await client.close();
  }
}
