import { oldestTicks, ticksByTime, topicStats } from '@ticker/mongo';
import type { MongoClient } from 'mongodb';
import type { TopicReader } from '../../src/history/topic-reader.ts';

/** A real topic as the past reads it. */
export function topicOf(client: MongoClient, topic: string): TopicReader {
  return {
    topicStats: () => topicStats(client, topic),
    ticksByTime: (query, signal) => ticksByTime(client, topic, { ...query, readConcern: 'local' }, signal),
    oldestTicks: (count, signal) => oldestTicks(client, topic, { count, readConcern: 'local' }, signal),
  };
}
