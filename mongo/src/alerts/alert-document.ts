import { AlertLimits, isTicker } from '@ticker/protocol';
import type { Document } from 'mongodb';
import { encodeId } from '../wire-id.ts';
import type { AlertEntry } from './alert-kind.ts';
import { isCondition } from './condition.ts';
import { readStoredTick } from './stored-tick.ts';

/**
 * Reads a document of the alerts. Anybody may insert one, mongosh included, so nothing about it is taken for granted.
 *
 * @returns the alert, or in words why the document is none
 */
export function readAlert(document: Document): AlertEntry | string {
  const { _id, owner = null, ticker, condition, note = '', time } = document;
  const id = _id === undefined ? undefined : encodeId(_id);
  if (id === undefined) return '_id is missing, or longer than 200 characters on the wire';
  const rule = document['rule'] === undefined ? undefined : encodeId(document['rule']);
  if (rule === undefined) return 'rule is missing, or longer than 200 characters on the wire';
  if (owner !== null && typeof owner !== 'string') return 'owner is neither a text nor null';
  if (!isTicker(ticker)) return 'ticker is not 1-32 of letters, digits, dot, underscore, hyphen';
  if (!isCondition(condition)) return 'condition is none';
  if (typeof note !== 'string' || note.length > AlertLimits.note)
    return 'note is not a text of 200 characters';
  const tick = readStoredTick(document['tick']);
  if (!tick) return 'tick is none';
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) return 'time is not a date';
  return { id, rule, owner, ticker, condition, note, tick, time: time.getTime() };
}
