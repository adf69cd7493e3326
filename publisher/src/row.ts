import { isTicker } from '@ticker/protocol';
import { readTime } from './recorded-time.ts';
import type { SourceTick } from './source.ts';

/** Names that a column or a field may have, in any case; the first that is there counts. */
const NAMES = {
  ticker: ['ticker', 'symbol'],
  time: ['time', 'date', 'timestamp'],
  price: ['price', 'close'],
} as const;

/** Where the parts of a tick are among the columns of a header or the keys of an object. */
export interface Columns {
  readonly ticker: string | undefined;
  readonly time: string | undefined;
  readonly price: string | undefined;
}

/** Finds the columns of a tick by their names. */
export function findColumns(header: readonly string[]): Columns {
  const find = (names: readonly string[]): string | undefined => {
    const name = names.find((name) => header.some((column) => column.toLowerCase() === name));
    return header.find((column) => column.toLowerCase() === name);
  };
  return { ticker: find(NAMES.ticker), time: find(NAMES.time), price: find(NAMES.price) };
}

/**
 * Reads a row as a tick.
 *
 * @param fallback the ticker of a row without a column for it
 * @returns the tick, or in words why it is none
 */
export function readRow(
  row: Readonly<Record<string, unknown>>,
  columns: Columns,
  fallback: string,
): SourceTick | string {
  if (columns.price === undefined) return 'it has no price (nor close)';
  const price = readPrice(row[columns.price]);
  if (price === undefined) return `${columns.price} is not a number: ${quote(row[columns.price])}`;
  const ticker = columns.ticker === undefined ? fallback : row[columns.ticker];
  if (!isTicker(ticker)) {
    return `${columns.ticker} is not 1-32 of letters, digits, dot, underscore, hyphen: ${quote(ticker)}`;
  }
  if (columns.time === undefined) return { ticker, price };
  const time = readTime(row[columns.time]);
  if (!time) return `${columns.time} is not a time: ${quote(row[columns.time])}`;
  return { ticker, price, time };
}

/** A finite number, or a string of one; else undefined. */
export function readPrice(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A value as it is shown in a message. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
