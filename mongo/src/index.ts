export { append, type AppendOptions, type NewTick } from './append.ts';
export { connect, createClient, open, redactUri } from './client.ts';
export { TopicDropped, TopicMismatch } from './errors.ts';
export { type MemberLag, Members } from './members.ts';
export { type Known } from './rejoin.ts';
export { REOPEN_REASONS, type ReopenReason } from './reopen-reason.ts';
export { Seen } from './seen.ts';
export { Tail, type TailItem, type TailOptions } from './tail.ts';
export { TAIL_STATES, type TailState, type TailStatus } from './tail-status.ts';
export { tickExists } from './tick-lookup.ts';
export {
  oldestTicks,
  type PlacedTick,
  ReadFailed,
  ticksByTime,
  type TicksByTimeQuery,
} from './ticks-by-time.ts';
export { hasRolled, topicStats, type TopicStats } from './topic-stats.ts';
export { ensureTopic, type TopicInfo } from './topic.ts';
export type { TopicBounds } from './topic-mismatch.ts';
