export { type AlertEntry, ALERTS } from './alerts/alert-kind.ts';
export { type AlertRow, insertAlert } from './alerts/alert-row.ts';
export type { NewRuleOptions } from './alerts/create-rule.ts';
export { type AlertDelivery, parseDelivery } from './alerts/delivery.ts';
export { ensureAlerts } from './alerts/ensure-alerts.ts';
export { AlertsUnavailable, TooManyRules } from './alerts/errors.ts';
export type { Match } from './alerts/fire.ts';
export { refuseForeignJobs } from './alerts/foreign-jobs.ts';
export { followRules, type FollowRulesOptions, type RulesNews } from './alerts/follow-rules.ts';
export { type AlertNames, alertNames } from './alerts/names.ts';
export type { Rule, WatchedRule, Webhook } from './alerts/rule.ts';
export { Rules } from './alerts/rules.ts';
export { Backoff, pause } from './backoff.ts';
export { append, type AppendOptions, type NewTick } from './append.ts';
export { connect, createClient, open, redactUri } from './client.ts';
export type { Entry, EntryKind } from './entry-kind.ts';
export { UNAUTHORIZED } from './error-code.ts';
export { NotCapped, TopicDropped, TopicMismatch } from './errors.ts';
export { followTopic, type FollowTopicOptions } from './follow-topic.ts';
export type { Log } from './log.ts';
export { type MemberLag, Members, type MembersOptions } from './members.ts';
export { type Known } from './rejoin.ts';
export type { ClaimOptions } from './queue/claim-options.ts';
export type { QueueName } from './queue/collections.ts';
export type { DeadLetter } from './queue/dead-letters.ts';
export type { Enqueued, EnqueueOptions } from './queue/enqueue.ts';
export { ensureQueue, type QueueBounds } from './queue/ensure-queue.ts';
export { Hopeless, KeyTaken, LeaseLost, QueueMismatch } from './queue/errors.ts';
export type { Failed, FailOptions } from './queue/fail.ts';
export type { Job, Lease } from './queue/job.ts';
export type { JobDocument, JobId } from './queue/job-document.ts';
export type { NewJob, OnClash } from './queue/new-job.ts';
export type { Order } from './queue/order.ts';
export { Queue, type QueueOptions } from './queue/queue.ts';
export type { Redriven } from './queue/redrive.ts';
export type { QueueStats } from './queue/stats.ts';
export type { Swept } from './queue/sweeper.ts';
export type { Handler, Worker, WorkerCounts, WorkerOptions } from './queue/worker.ts';
export { REOPEN_REASONS, type ReopenReason } from './reopen-reason.ts';
export { Seen } from './seen.ts';
export { parseTagSets, type TagSet } from './tag-sets.ts';
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
export { WAKE_STATES, type WakeState } from './wake.ts';
export type { TopicBounds } from './topic-mismatch.ts';
