import { AlertLimits, type Condition, isTicker, type Tick } from '@ticker/protocol';
import { isCondition } from './condition.ts';
import { readStoredTick } from './stored-tick.ts';

/** What a delivery's job holds. The webhook is not in it: it is read when the job runs, so that a mended one counts. */
export interface AlertDelivery {
  /** The rule's id. */
  readonly rule: string;
  readonly owner: string | null;
  readonly ticker: string;
  readonly condition: Condition;
  readonly note: string;
  readonly tick: Tick;
  /** By the database's clock. */
  readonly firedAt: Date;
}

/**
 * Reads a job's payload: shell users share the queue. For `Queue`'s `parse`.
 *
 * @throws Error that says what is wrong with it
 */
export function parseDelivery(payload: unknown): AlertDelivery {
  const { rule, owner, ticker, condition, note, tick, firedAt } = { ...(payload as Partial<AlertDelivery>) };
  const read = readStoredTick(tick);
  if (typeof rule !== 'string' || !/^[0-9a-f]{24}$/.test(rule)) throw no('rule is not 24 hex digits');
  if (owner !== null && typeof owner !== 'string') throw no('owner is neither a text nor null');
  if (!isTicker(ticker)) throw no('ticker is no name');
  if (!isCondition(condition)) throw no('condition is none');
  if (typeof note !== 'string' || note.length > AlertLimits.note) throw no('note is not a text');
  if (!read) throw no('tick is none');
  if (!(firedAt instanceof Date) || Number.isNaN(firedAt.getTime())) throw no('firedAt is not a date');
  return { rule, owner, ticker, condition, note, tick: read, firedAt };
}

function no(why: string): Error {
  return new Error(`the payload is no delivery of an alert: ${why}`);
}
