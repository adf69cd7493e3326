import { randomInt } from 'node:crypto';
import type { NewAlertRule } from '@ticker/protocol';
import { type Document, MongoServerError, ObjectId } from 'mongodb';
import { DUPLICATE_KEY } from '../error-code.ts';
import { retrying } from '../queue/retrying.ts';
import { type Collections, MAJORITY } from './collections.ts';
import { TooManyRules } from './errors.ts';
import type { RuleDocument } from './rule-document.ts';
import { webhookSecret } from './webhook-secret.ts';

/** What a new rule needs besides what is asked for. */
export interface NewRuleOptions {
  readonly owner: string | null;
  /** See `Rule.position`. */
  readonly position: string | null;
  /** Rules that an owner may have. */
  readonly max: number;
}

/** The length of a cool-down where nothing is said, in milliseconds. */
const COOL_DOWN_MS = 60_000;

/**
 * Makes a rule, armed. Its owner's rules are bounded by slots: a rule takes one of `max`, and an index keeps two from
 * taking the same. So the bound holds however many create at once, without a count that others may overtake. Where
 * processes go by different bounds, or one was lowered, racing creates may pass the lower one, never the higher.
 *
 * @throws TooManyRules
 */
export async function createRule(
  collections: Collections,
  rule: NewAlertRule,
  { owner, position, max }: NewRuleOptions,
): Promise<Document> {
  const { ticker, condition, repeat = 'once', coolDownMs = COOL_DOWN_MS, note = '', webhook } = rule;
  const fresh = {
    _id: new ObjectId(),
    owner,
    ticker,
    condition,
    repeat,
    coolDownMs,
    note,
    webhook: webhook ? { url: webhook.url, secret: webhook.secret ?? webhookSecret() } : null,
    state: 'armed',
    generation: 1,
    position,
    coolUntil: null,
    last: null,
  } as const;
  for (;;) {
    const made = await insert(collections, { ...fresh, slot: await freeSlot(collections, owner, max) });
    if (made) return made;
  }
}

async function freeSlot({ rules }: Collections, owner: string | null, max: number): Promise<number> {
  const found = await retrying((signal) =>
    rules.find({ owner }, { projection: { slot: 1, _id: 0 }, signal }).toArray(),
  );
  if (found.length >= max) throw new TooManyRules(max);
  const taken = new Set<unknown>(found.map(({ slot }) => slot));
  // By chance: those who create at once would all go for the first.
  for (;;) {
    const slot = randomInt(max);
    if (!taken.has(slot)) return slot;
  }
}

/** @returns undefined where another took the slot meanwhile */
async function insert(
  { db, rules }: Collections,
  rule: Omit<RuleDocument, 'createdAt' | 'changedAt'>,
): Promise<Document | undefined> {
  const times = { createdAt: '$$NOW', changedAt: '$$NOW' };
  const isNew = { $eq: [{ $type: '$createdAt' }, 'missing'] };
  const command = {
    // An upsert: an insert can't have the server's time. After a lost answer it finds what it made.
    findAndModify: rules.collectionName,
    query: { _id: rule._id },
    update: [{ $replaceWith: { $cond: [isNew, { $mergeObjects: [{ $literal: rule }, times] }, '$$ROOT'] } }],
    upsert: true,
    new: true,
    writeConcern: MAJORITY,
  };
  try {
    return await retrying(async (signal) => (await db.command(command, { signal }))['value'] as Document);
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return undefined;
    throw error;
  }
}
