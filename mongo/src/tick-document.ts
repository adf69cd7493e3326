import { isTicker, type Tick } from '@ticker/protocol';
import { Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import { encodeId } from './wire-id.ts';

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads a document of the topic as a tick. Any program may insert one, mongosh included, so nothing about it is
 * taken for granted: `time` must be a BSON Date, `ticker` 1-32 of `[A-Za-z0-9._-]`, `price` a finite number, a
 * numeric string (as in the article's example) or a Decimal128, read as the nearest double.
 *
 * @returns the tick, or in words why the document is none
 */
export function readTick(document: Document): Tick | string {
  const { _id, time, ticker, price } = document;
  if (_id === undefined) return '_id is missing';
  const id = encodeId(_id);
  if (id === undefined) return '_id is longer than 200 characters on the wire';
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) return 'time is not a date';
  if (!isTicker(ticker)) return 'ticker is not 1-32 of letters, digits, dot, underscore, hyphen';
  const number = readPrice(price);
  if (!Number.isFinite(number)) return 'price is not a finite number';
  return { id, time: time.getTime(), ticker, price: number };
}

function readPrice(price: unknown): number {
  if (typeof price === 'number') return price;
  if (typeof price === 'string') return NUMERIC.test(price) ? Number(price) : NaN;
  if (price instanceof Decimal128) return Number(price.toString());
  if (price instanceof Long) return price.toNumber();
  if (price instanceof Double || price instanceof Int32) return price.valueOf();
  return NaN;
}
