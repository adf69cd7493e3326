import {
  alertNames,
  createClient,
  Members,
  open,
  parseTagSets,
  Tail,
  oldestTicks,
  tickExists,
  ticksByTime,
  topicStats,
  type Known,
  type MembersOptions,
  type TopicStats,
} from '@ticker/mongo';
import type { AlertsDatabase } from './alerts/alerts-database.ts';
import { mongoAlerts } from './alerts/mongo-alerts.ts';
import type { Config } from './config.ts';
import type { TopicReader } from './history/topic-reader.ts';
import { inTime } from './in-time.ts';
import type { Log } from './log.ts';
import type { SessionContext } from './session/session-context.ts';

/** A member is not behind that lags by less; they tell it to the second. */
const CURRENT_MS = 2_000;

/** Everything that the process asks of MongoDB: the tail of the topic, and a few questions beside it. */
export class Upstream {
  readonly tail: Tail;
  readonly topicStats: () => Promise<TopicStats | undefined>;
  /** See {@link SessionContext}. */
  readonly exists: SessionContext['exists'];
  /** What is older than the backlog. */
  readonly past: TopicReader;
  /** Undefined where they are off. */
  readonly alerts: AlertsDatabase | undefined;
  /** Ends the tail; to be awaited before {@link close}. */
  readonly stop = new AbortController();
  readonly close: () => Promise<void>;

  private constructor(
    tail: Omit<ConstructorParameters<typeof Tail>[0], 'signal'>,
    alerts: AlertsDatabase | undefined,
  ) {
    const { client, members, topic, readConcern } = tail;
    this.alerts = alerts;
    this.tail = new Tail({ ...tail, signal: this.stop.signal });
    this.topicStats = () => topicStats(client, topic);
    this.exists = (id, tickers) => tickExists(client, topic, id, tickers);
    this.past = {
      topicStats: this.topicStats,
      ticksByTime: (query, signal) => ticksByTime(client, topic, { ...query, readConcern }, signal),
      oldestTicks: (count, signal) => oldestTicks(client, topic, { count, readConcern }, signal),
    };
    this.close = async () => {
      members.close();
      // It has a member end our sessions, and would wait for one that hangs. They end with the process as well.
      await inTime(() => client.close());
    };
  }

  /** Whether this process has all ticks that are older than a few seconds. */
  isCurrent(): boolean {
    const { state, lagMs } = this.tail.status;
    return (state === 'live' || state === 'degraded') && (lagMs ?? Infinity) <= CURRENT_MS;
  }

  /**
   * Connects to the replica set.
   *
   * @param known what has been read of the topic
   * @param seat of a worker: its tails take another member than those of the worker before it
   * @throws Error that names the hosts when no member answers
   */
  static async connect(
    config: Config,
    known: Known,
    log: Log,
    seat: Pick<MembersOptions, 'seat'> = {},
  ): Promise<Upstream> {
    const { MONGODB_URI: uri, TOPIC: topic, BACKLOG_MAX: backlogMax } = config;
    // Heartbeats of a second: that is how soon the tail learns that its member lags.
    const client = createClient(uri, 'ticker-server', {
      heartbeatFrequencyMS: 1_000,
      connectTimeoutMS: 3_000,
    });
    const members = new Members(client, { tags: parseTagSets(config.TAIL_TAGS), ...seat });
    await open(client, uri);
    const { READ_CONCERN: readConcern, TAIL_AWAIT_MS: awaitMs } = config;
    const alerts =
      config.ALERTS === 'on'
        ? mongoAlerts({ uri, client, members }, alertNames(topic, config.QUEUE), log)
        : undefined;
    const tail = { uri, client, members, topic, backlogMax, known, readConcern, awaitMs, log };
    return new Upstream({ ...tail, ...(config.TAIL_WAKE === 'off' && { wake: false }) }, alerts);
  }
}
