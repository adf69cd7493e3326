import type { AlertRuleChange, Delivery, NewAlertRule } from '@ticker/protocol';
import type { Document, Filter, MongoClient } from 'mongodb';
import { bury } from '../queue/bury.ts';
import type { JobDocument } from '../queue/job-document.ts';
import { type Redriven, redrive } from '../queue/redrive.ts';
import { retrying } from '../queue/retrying.ts';
import { changeRule } from './change-rule.ts';
import { alertCollections, type Collections, MAJORITY } from './collections.ts';
import { createRule, type NewRuleOptions } from './create-rule.ts';
import { deliveries } from './deliveries.ts';
import { fire, type Match } from './fire.ts';
import type { AlertNames } from './names.ts';
import type { Rule, Webhook } from './rule.ts';
import { readRule, type RuleDocument } from './rule-document.ts';
import { ruleId } from './rule-id.ts';

/** Dead deliveries that one call has wait again at most: each takes a transaction. */
const REDRIVEN = 100;

/**
 * The alert rules, and what fires them. Make the collections with `ensureAlerts` first. Every method may throw
 * MongoError; while the set elects a primary they try for 15 s.
 */
export class Rules {
  readonly #collections: Collections;

  constructor(client: MongoClient, names: AlertNames) {
    this.#collections = alertCollections(client, names);
  }

  /** Makes a rule, armed. Makes a webhook's secret where none is given. @throws TooManyRules */
  async create(rule: NewAlertRule, options: NewRuleOptions): Promise<Rule> {
    return asRule(await createRule(this.#collections, rule, options))!;
  }

  /** An owner's rules, of one ticker or all, the newest first. */
  async list(owner: string | null, ticker?: string): Promise<Rule[]> {
    const filter = { owner, ...(ticker !== undefined && { ticker }) };
    const sort = { createdAt: -1, _id: -1 } as const;
    const { rules } = this.#collections;
    const found = await retrying((signal) => rules.find(filter, { sort, signal }).toArray());
    return found.flatMap((document) => asRule(document) ?? []);
  }

  /** @returns undefined where there is none of that id, or it is another's */
  async get(id: string, owner: string | null): Promise<Rule | undefined> {
    const document = await this.#find(id);
    return document?.owner === owner ? asRule(document) : undefined;
  }

  /**
   * Changes a rule. `state: 'armed'` arms it anew, and so does another condition, unless it is paused. A webhook
   * without a secret keeps the one that is there; where there is none yet, one is made.
   *
   * @param position see `Rule.position`: for where it is armed by this
   * @param generation changes it only while this is its generation: who has read it for the position may be late
   * @returns as it is now; undefined as {@link get}, and where its generation is another
   */
  async change(
    id: string,
    owner: string | null,
    change: AlertRuleChange,
    position: string | null,
    generation?: number,
  ): Promise<Rule | undefined> {
    const _id = ruleId(id);
    return _id && asRule(await changeRule(this.#collections, _id, owner, change, position, generation));
  }

  /**
   * Removes a rule, and its dead deliveries: there is nobody to have them delivered any more.
   *
   * @returns false where there is none of that id, or it is another's
   */
  async remove(id: string, owner: string | null): Promise<boolean> {
    const _id = ruleId(id);
    if (!_id) return false;
    const { db, rules, queue } = this.#collections;
    const command = {
      delete: rules.collectionName,
      deletes: [{ q: { _id, owner }, limit: 1 }],
      writeConcern: MAJORITY,
    };
    const removed = await retrying(async (signal, again) => {
      const { n } = await db.command(command, { signal });
      // An earlier try may have done it.
      return (
        n === 1 || (again && (await rules.findOne({ _id }, { projection: { _id: 1 }, signal })) === null)
      );
    });
    if (removed) await retrying(() => queue.dead.deleteMany(deadOf(id), { timeoutMS: 5_000 }));
    return removed;
  }

  /**
   * Fires the rules that are still armed at that generation, each with its delivery, in one transaction: give it a
   * hundred at most. It may be called again.
   *
   * @returns ids of those that this call fired; of all others generation or state had changed
   * @throws MongoError, after which it is unknown whether they fired: call again
   */
  async fire(matches: readonly Match[]): Promise<string[]> {
    return fire(this.#collections, matches);
  }

  /** Arms a rule whose cool-down is over, by the database's clock. @returns whether this call did */
  async rearm(id: string, generation: number, position: string | null): Promise<boolean> {
    const _id = ruleId(id);
    if (!_id) return false;
    const { db, rules } = this.#collections;
    const over = { $expr: { $lte: ['$coolUntil', '$$NOW'] } };
    const armed = {
      state: 'armed',
      generation: { $add: ['$generation', 1] },
      position: { $literal: position },
      coolUntil: null,
      changedAt: '$$NOW',
    };
    const command = {
      update: rules.collectionName,
      updates: [{ q: { _id, generation, state: 'cooling', ...over }, u: [{ $set: armed }] }],
      writeConcern: MAJORITY,
    };
    return retrying(async (signal) => (await db.command(command, { signal }))['n'] === 1);
  }

  /** Where a rule's alerts are sent now; null: nowhere, or the rule is gone. */
  async webhookOf(id: string): Promise<Webhook | null> {
    return asRule(await this.#find(id))?.webhook ?? null;
  }

  /** What became of the last alerts of these rules, by the rules' ids; those that never fired are left out. */
  async deliveries(rules: readonly Rule[]): Promise<Map<string, Delivery>> {
    return deliveries(this.#collections, rules);
  }

  /**
   * Has the dead deliveries of a rule wait again, the newest hundred at most; `redriven: 0` where none is dead. Ask
   * {@link get} whose it is.
   */
  async redrive(id: string): Promise<Redriven> {
    const { queue } = this.#collections;
    await bury(queue);
    const letters = await retrying((signal) =>
      queue.dead
        .find(deadOf(id), { sort: { deadAt: -1 }, limit: REDRIVEN, projection: { _id: 1 }, signal })
        .toArray(),
    );
    return redrive(
      queue,
      letters.map(({ _id }) => _id),
    );
  }

  async #find(id: string): Promise<RuleDocument | null> {
    const _id = ruleId(id);
    return _id ? retrying((signal) => this.#collections.rules.findOne({ _id }, { signal })) : null;
  }
}

function deadOf(rule: string): Filter<JobDocument> {
  return { 'payload.rule': rule } as object;
}

function asRule(document: Document | null): Rule | undefined {
  const rule = document === null ? 'none' : readRule(document);
  return typeof rule === 'string' ? undefined : rule;
}
