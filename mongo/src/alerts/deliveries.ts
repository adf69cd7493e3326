import type { Delivery } from '@ticker/protocol';
import type { Document } from 'mongodb';
import { retrying } from '../queue/retrying.ts';
import { decodeId } from '../wire-id.ts';
import type { Collections } from './collections.ts';
import type { Rule } from './rule.ts';

/** What is looked up, of the jobs and of the dead letters. */
interface Found {
  readonly _id: unknown;
  /** Of a dead letter: its rule. */
  readonly rule?: string;
  readonly state: Delivery['state'];
  readonly attempts: number;
  readonly error: string | null;
}

/**
 * What became of the last alert of each of the rules that have fired, by their ids; `dead` where any delivery of the
 * rule is a dead letter. A job that is gone was delivered (TTL removes it a day later); how many attempts it took
 * nobody knows any more: 0.
 *
 * One command. The jobs are looked at before the dead letters and after: one that moves meanwhile is met.
 */
export async function deliveries(
  { queue: { jobs, dead } }: Collections,
  rules: readonly Rule[],
): Promise<Map<string, Delivery>> {
  const fired = rules.filter(({ last }) => last !== null);
  if (fired.length === 0) return new Map();
  const ids = fired.map(({ last }) => decodeId(last!.alert)?.id);
  const ofJobs = [{ $match: { _id: { $in: ids } } }, { $project: project(stateOfJob, '$$REMOVE') }];
  const found = await retrying((signal) =>
    jobs
      .aggregate<Found>(
        [
          ...ofJobs,
          { $unionWith: { coll: dead.collectionName, pipeline: newestDead(fired.map(({ id }) => id)) } },
          { $unionWith: { coll: jobs.collectionName, pipeline: ofJobs } },
        ],
        { signal },
      )
      .toArray(),
  );
  const byJob = new Map(found.filter(({ rule }) => rule === undefined).map((it) => [String(it._id), it]));
  const byRule = new Map(found.filter(({ rule }) => rule !== undefined).map((it) => [it.rule, it]));
  return new Map(
    fired.map(({ id, last }) => {
      const it = byRule.get(id) ?? byJob.get(last!.alert);
      if (!it) return [id, { state: 'delivered', attempts: 0, error: null }];
      const { state, attempts, error } = it;
      return [id, { state, attempts, error: state === 'delivered' ? null : error }];
    }),
  );
}

/** The newest dead letter of each rule. There may be thousands: the index jumps from one rule to the next. */
export function newestDead(rules: readonly string[]): Document[] {
  return [
    { $match: { 'payload.rule': { $in: rules } } },
    { $sort: { 'payload.rule': 1, deadAt: -1 } },
    { $group: { _id: '$payload.rule', newest: { $first: '$$ROOT' } } },
    { $replaceWith: '$newest' },
    { $project: project({ $literal: 'dead' }, '$payload.rule') },
  ];
}

const finished = { $eq: [{ $type: '$endTime' }, 'date'] };
const dying = { $eq: [{ $type: '$deadAt' }, 'date'] };
const stateOfJob = { $cond: [finished, 'delivered', { $cond: [dying, 'dead', 'delivering'] }] };

/** Shell users may have written anything there. */
function project(state: Document, rule: string): Document {
  const text = { $eq: [{ $type: '$lastError' }, 'string'] };
  const whole = { $and: [{ $isNumber: '$attempts' }, { $gte: ['$attempts', 0] }] };
  return {
    rule,
    state,
    attempts: { $cond: [whole, { $toInt: '$attempts' }, 0] },
    error: { $cond: [text, '$lastError', null] },
  };
}
