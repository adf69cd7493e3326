import type { PlacedTick, TicksByTimeQuery, TopicStats } from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';

/** What the past asks of the topic itself: see ticks-by-time.ts and topic-stats.ts in mongo/. */
export interface TopicReader {
  readonly topicStats: () => Promise<TopicStats | undefined>;
  readonly ticksByTime: (
    query: Pick<TicksByTimeQuery, 'tickers' | 'from' | 'to'>,
    signal: AbortSignal,
  ) => AsyncIterable<PlacedTick>;
  readonly oldestTicks: (count: number, signal: AbortSignal) => Promise<readonly Tick[]>;
}
