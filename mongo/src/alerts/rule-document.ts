import {
  AlertLimits,
  type AlertState,
  type Condition,
  isTicker,
  type Repeat,
  type Tick,
} from '@ticker/protocol';
import { type Document, ObjectId } from 'mongodb';
import { encodeId } from '../wire-id.ts';
import { isCondition } from './condition.ts';
import type { Rule, Webhook } from './rule.ts';
import { readStoredTick } from './stored-tick.ts';

/** A rule as it lies in the collection. All times are the server's. */
export interface RuleDocument {
  readonly _id: ObjectId;
  readonly owner: string | null;
  /** From 0 to below the number of rules that an owner may have; unique for the owner: that is what bounds them. */
  readonly slot: number;
  readonly ticker: string;
  readonly condition: Condition;
  readonly repeat: Repeat;
  readonly coolDownMs: number;
  readonly note: string;
  readonly webhook: Webhook | null;
  readonly state: AlertState;
  readonly generation: number;
  readonly position: string | null;
  /** While it cools down. */
  readonly coolUntil: Date | null;
  readonly createdAt: Date;
  /** When it was changed by its owner, fired or armed. */
  readonly changedAt: Date;
  /** Its last firing. `job`: of its delivery, whose `_id` is the alert's. */
  readonly last: { readonly job: ObjectId; readonly tick: Tick; readonly at: Date } | null;
}

/** Rules that are watched, or will be. */
export const WATCHED = { state: { $in: ['armed', 'cooling'] as AlertState[] } };

const STATES = new Set<unknown>(['armed', 'cooling', 'fired', 'paused']);

/**
 * Reads a document of the rules. Nobody but us should write there, but anybody who may can.
 *
 * @returns the rule, or in words why the document is none
 */
export function readRule(document: Document): Rule | string {
  const { _id, owner, ticker, condition, repeat, coolDownMs, note, state, generation, position } = document;
  if (!(_id instanceof ObjectId)) return '_id is not an ObjectId';
  if (owner !== null && typeof owner !== 'string') return 'owner is neither a text nor null';
  if (!isTicker(ticker)) return 'ticker is not 1-32 of letters, digits, dot, underscore, hyphen';
  if (!isCondition(condition)) return 'condition is none';
  if (repeat !== 'once' && repeat !== 'every') return 'repeat is neither once nor every';
  if (!Number.isSafeInteger(coolDownMs)) return 'coolDownMs is not a whole number';
  if (typeof note !== 'string' || note.length > AlertLimits.note)
    return 'note is not a text of 200 characters';
  if (!STATES.has(state)) return 'state is none';
  if (!Number.isSafeInteger(generation)) return 'generation is not a whole number';
  if (position !== null && typeof position !== 'string') return 'position is neither an id nor null';
  return {
    id: _id.toHexString(),
    owner,
    ticker,
    condition,
    repeat,
    coolDownMs,
    note,
    webhook: readWebhook(document['webhook']),
    state,
    generation,
    position,
    createdAt:
      document['createdAt'] instanceof Date ? document['createdAt'].getTime() : _id.getTimestamp().getTime(),
    last: readLast(document['last']),
  };
}

function readWebhook(value: unknown): Webhook | null {
  const { url, secret } = { ...(value as Partial<Webhook>) };
  return typeof url === 'string' && typeof secret === 'string' ? { url, secret } : null;
}

function readLast(value: unknown): Rule['last'] {
  const { job, tick, at } = { ...(value as Record<string, unknown>) };
  const alert = job === undefined ? undefined : encodeId(job);
  const read = readStoredTick(tick);
  return alert !== undefined && read && at instanceof Date ? { alert, tick: read, time: at.getTime() } : null;
}
