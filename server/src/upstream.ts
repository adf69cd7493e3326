import {
  createClient,
  Members,
  open,
  Tail,
  tickExists,
  topicStats,
  type Known,
  type TopicStats,
} from '@ticker/mongo';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** Everything that the process asks of MongoDB: the tail of the topic, and two questions beside it. */
export class Upstream {
  readonly tail: Tail;
  readonly topicStats: () => Promise<TopicStats | undefined>;
  /** Whether a tick is in the topic, by the primary's word; undefined when it can't be asked. Never rejects. */
  readonly exists: (id: string) => Promise<boolean | undefined>;
  /** Ends the tail; to be awaited before {@link close}. */
  readonly stop = new AbortController();
  readonly close: () => Promise<void>;

  private constructor(tail: Omit<ConstructorParameters<typeof Tail>[0], 'signal'>) {
    const { client, members, topic } = tail;
    this.tail = new Tail({ ...tail, signal: this.stop.signal });
    this.topicStats = () => topicStats(client, topic);
    this.exists = (id) => tickExists(client, topic, id);
    this.close = async () => {
      members.close();
      await client.close();
    };
  }

  /**
   * Connects to the replica set.
   *
   * @param known what has been read of the topic
   * @throws Error that names the hosts when no member answers
   */
  static async connect(config: Config, known: Known, log: Log): Promise<Upstream> {
    const { MONGODB_URI: uri, TOPIC: topic, BACKLOG_MAX: backlogMax } = config;
    // Heartbeats of a second: that is how soon the tail learns that its member lags.
    const client = createClient(uri, 'ticker-server', {
      heartbeatFrequencyMS: 1_000,
      connectTimeoutMS: 3_000,
    });
    const members = new Members(client);
    await open(client, uri);
    const { READ_CONCERN: readConcern, TAIL_AWAIT_MS: awaitMs } = config;
    return new Upstream({ uri, client, members, topic, backlogMax, known, readConcern, awaitMs, log });
  }
}
