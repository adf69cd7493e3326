import { parse } from 'csv-parse/sync';
import { type Columns, findColumns, quote, readPrice, readRow } from './row.ts';
import type { SourceTick } from './source.ts';

/** Reads a line as a tick, or says in words why it is none. */
export type LineReader = (text: string) => SourceTick | string;

/** Reads lines of NDJSON. @param fallback the ticker of an object without one */
export function jsonReader(fallback: string): LineReader {
  return (text) => {
    let row: unknown;
    try {
      row = JSON.parse(text);
    } catch {
      return `it is no JSON: ${quote(text)}`;
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return `it is no JSON object: ${quote(text)}`;
    return readRow(row as Record<string, unknown>, findColumns(Object.keys(row)), fallback);
  };
}

/** A CSV file's header, and how to read the lines below it. */
export interface CsvReader {
  readonly columns: Columns;
  readonly read: LineReader;
}

/**
 * Reads lines of CSV, one at a time, so that a quote which is not closed spoils its own line only. (A line break
 * within quotes would be two bad lines; prices have none.)
 *
 * @param header the first line: it tells the columns and whether comma, semicolon or tab is between them
 * @param fallback the ticker where no column tells it
 */
export function csvReader(header: string, fallback: string): CsvReader {
  const delimiter = /[,;\t]/.exec(header)?.[0] ?? ',';
  // csv-parse takes 13 µs a line, which at 20 000 ticks/s is a quarter of a core: only quotes need it.
  const cells = (text: string): string[] =>
    text.includes('"')
      ? parse(text, { delimiter, relax_column_count: true, trim: true })[0]!
      : text.split(delimiter).map((cell) => cell.trim());
  const names = cells(header);
  const columns = findColumns(names);
  const read: LineReader = (text) => {
    try {
      const row = cells(text);
      return readRow(Object.fromEntries(names.map((name, i) => [name, row[i]])), columns, fallback);
    } catch {
      return `its quotes are not closed, or not alone in their cell: ${quote(text)}`;
    }
  };
  return { columns, read };
}

/** Reads lines of `TICKER PRICE`, or `PRICE` alone, or NDJSON. @param fallback the ticker of a price alone */
export function plainReader(fallback: string): LineReader {
  const json = jsonReader(fallback);
  return (text) => {
    if (text.startsWith('{')) return json(text);
    const words = text.split(/[\s,]+/);
    const [ticker, price] = words.length === 1 ? [fallback, words[0]] : words;
    if (words.length > 2 || readPrice(price) === undefined)
      return `it is not TICKER PRICE, nor JSON: ${quote(text)}`;
    return readRow({ ticker, price }, { ticker: 'ticker', price: 'price', time: undefined }, fallback);
  };
}
