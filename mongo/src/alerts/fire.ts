import type { Tick } from '@ticker/protocol';
import { type ClientSession, type Document, ObjectId } from 'mongodb';
import { enqueue } from '../queue/enqueue.ts';
import type { NewJob } from '../queue/new-job.ts';
import { type Collections, MAJORITY } from './collections.ts';
import type { AlertDelivery } from './delivery.ts';
import type { RuleDocument } from './rule-document.ts';
import { ruleId } from './rule-id.ts';

/** A rule whose condition a tick met. */
export interface Match {
  /** The rule's id. */
  readonly id: string;
  /** The rule's generation that was watching. */
  readonly generation: number;
  readonly tick: Tick;
}

/** A match, and the job that will deliver it: its id is made here, once, and says whose the firing was. */
interface Firing {
  readonly rule: ObjectId;
  readonly generation: number;
  readonly tick: Tick;
  readonly job: ObjectId;
}

/**
 * Fires the rules that are still armed at that generation, each with its delivery, in one transaction: three commands.
 * Another process that fires the same at once is refused, tries again, and finds nothing left to fire.
 *
 * Where the answer to the commit was lost and all is done again, nothing is changed, and what the first try fired is
 * found by its job.
 *
 * One takes about 12 ms, a hundred 70-150, and as long where two processes fire the same (three mongods and the callers on
 * two cores that others use too). While there is no primary it tries for two minutes.
 *
 * @returns ids of those that this call fired
 * @throws MongoError; also a TypeError ("hasErrorLabel is not a function"): the driver (7.9) asks whatever a commit ended in for
 *   its labels, errors of Node too. After any of them it is unknown what was fired, and it is safe to call again
 */
export async function fire(collections: Collections, matches: readonly Match[]): Promise<string[]> {
  const firings = matches.flatMap(({ id, generation, tick }): Firing[] => {
    const rule = ruleId(id);
    return rule ? [{ rule, generation, tick, job: new ObjectId() }] : [];
  });
  if (firings.length === 0) return [];
  const fired = await collections.client.withSession((session) =>
    session.withTransaction(() => transact(collections, firings, session), { writeConcern: MAJORITY }),
  );
  return fired.map(({ _id }) => _id.toHexString());
}

async function transact(
  { db, rules, queue }: Collections,
  firings: readonly Firing[],
  session: ClientSession,
): Promise<RuleDocument[]> {
  const command = { update: rules.collectionName, updates: firings.map(firingOf) };
  const { n } = await db.command(command, { session });
  const ours = {
    _id: { $in: firings.map(({ rule }) => rule) },
    'last.job': { $in: firings.map(({ job }) => job) },
  };
  const fired = await rules.find(ours, { session }).toArray();
  // A key that is taken is this very firing's: the generation is in it.
  if (n > 0) await enqueue(queue, fired.map(deliveryOf), { session });
  return fired;
}

function firingOf({ rule: _id, generation, tick, job }: Firing): Document {
  const every = { $eq: ['$repeat', 'every'] };
  const update = {
    state: { $cond: [every, 'cooling', 'fired'] },
    coolUntil: { $cond: [every, { $add: ['$$NOW', '$coolDownMs'] }, null] },
    generation: { $add: ['$generation', 1] },
    position: { $literal: tick.id },
    changedAt: '$$NOW',
    last: { job, tick: { $literal: tick }, at: '$$NOW' },
  };
  return { q: { _id, generation, state: 'armed' }, u: [{ $set: update }] };
}

function deliveryOf({
  _id,
  generation,
  owner,
  ticker,
  condition,
  note,
  last,
}: RuleDocument): NewJob<AlertDelivery> {
  const { job: id, tick, at: firedAt } = last!;
  const rule = _id.toHexString();
  return {
    id,
    // The generation that fired; it has grown since.
    key: `alert:${rule}:${generation - 1}`,
    payload: { rule, owner, ticker, condition, note, tick, firedAt },
  };
}
