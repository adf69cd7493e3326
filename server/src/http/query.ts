import { EVERY_TICKER, isTicker, Limits, TICKER_PATTERN } from '@ticker/protocol';
import type { FastifySchemaCompiler } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { LAST_DATE_MS } from '../last-date.ts';
import { Refusal } from '../refusal.ts';
import { quote } from './quote.ts';

const INSTANT =
  '^(-?[0-9]{1,16}|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?)$';

/** A parameter of a request is not as it should be. */
export class BadRequest extends Refusal {
  constructor(message: string) {
    super(400, 'bad_request', message);
  }
}

/** `ticker`: one name. */
export const TickerParameter = Type.String({
  pattern: `^${TICKER_PATTERN}$`,
  description: 'Name of a ticker',
  examples: ['PIP'],
});

/** `ticker`: names, or `*`. See {@link parseTickers}. */
export const TickersParameter = Type.Optional(
  Type.String({
    pattern: `^(\\*|${TICKER_PATTERN}(,${TICKER_PATTERN}){0,${Limits.tickers - 1}})$`,
    default: EVERY_TICKER,
    description: `Names of tickers, 1 to ${Limits.tickers}, with commas between them; * is every ticker that may be read`,
    examples: ['PIP', 'PIP,ACME'],
  }),
);

/** A point in time. See {@link parseInstant}. */
export function instantParameter(description: string) {
  return Type.Optional(
    Type.String({
      pattern: INSTANT,
      description: `${description}: in milliseconds since 1970, or ISO 8601 with its offset (a date alone is UTC)`,
      examples: ['1732190401123', '2024-11-21T12:00:01Z'],
    }),
  );
}

/** `limit`: how many of the newest. */
export function limitParameter(most: number, standard: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: standard,
      description: 'How many at most: the newest ones',
    }),
  );
}

/** @throws BadRequest */
export function parseTicker(ticker: string): string {
  const many = ticker === EVERY_TICKER || ticker.includes(',');
  if (isTicker(ticker)) return ticker;
  throw bad('ticker', many ? 'must be one name' : 'must be a name of 1-32 of A-Z a-z 0-9 . _ -', ticker);
}

/**
 * Names, each once; `['*']` for every ticker.
 *
 * @throws BadRequest
 */
export function parseTickers(tickers: string = EVERY_TICKER): string[] {
  if (tickers === EVERY_TICKER) return [EVERY_TICKER];
  // Not split before it is known to be no more than it may be.
  if (tickers.length > Limits.tickers * 33)
    throw bad('ticker', `must be at most ${Limits.tickers} names`, tickers);
  const names = tickers.split(',');
  const wrong = names.find((name) => !isTicker(name));
  if (wrong !== undefined)
    throw bad('ticker', 'must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas', wrong);
  if (names.length > Limits.tickers) throw bad('ticker', `must be at most ${Limits.tickers} names`, tickers);
  return [...new Set(names)];
}

/**
 * Milliseconds since 1970.
 *
 * @param name of the parameter
 * @param text its value; undefined: it is not given
 * @param otherwise what it is then
 * @throws BadRequest
 */
export function parseInstant(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  // A "+" that was not escaped arrives as a blank.
  const time = text.replace(/ (?=\d\d:\d\d$)/, '+');
  if (!new RegExp(INSTANT).test(time)) {
    throw bad(name, 'must be milliseconds since 1970, or ISO 8601 such as 2024-11-21T12:00:01Z', text);
  }
  const ms = /^-?\d+$/.test(time) ? Number(time) : parseIso(time);
  if (ms === undefined) throw bad(name, 'must be a date and a time that exist', text);
  if (Math.abs(ms) > LAST_DATE_MS) throw bad(name, 'must be within the years -271821 to 275760', text);
  // No -0.
  return ms + 0;
}

/**
 * Checks a query: has each parameter once, none that is not described, numbers in decimal digits within their bounds.
 * What a string may be is for the parameter's own parser to say, in words instead of a pattern.
 *
 * Instead of Ajv, which takes `limit=1e3`, `limit=0x10` and `limit=` for numbers, and says nothing of the value.
 */
export const queryCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Headers are anybody's: a route looks at those that it knows.
  if (httpPart !== 'querystring') return (value: unknown) => ({ value });
  const { properties, required = [] } = schema as unknown as ObjectSchema;
  return (query: Record<string, unknown>) => {
    try {
      const value: Record<string, unknown> = {};
      for (const [name, given] of Object.entries(query)) {
        if (!Object.hasOwn(properties, name)) {
          throw new BadRequest(
            `there is no parameter ${quote(name)}: there are ${Object.keys(properties).join(', ')}`,
          );
        }
        if (typeof given !== 'string') throw new BadRequest(`${name} is given more than once`);
        value[name] = read(name, given, properties[name]!);
      }
      for (const name of required) if (!(name in value)) throw new BadRequest(`${name} is missing`);
      return { value };
    } catch (error) {
      return { error: error as Error };
    }
  };
};

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

interface Property {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly { readonly const: string }[];
}

function read(
  name: string,
  given: string,
  {
    type,
    minimum = -Infinity,
    maximum = Infinity,
    anyOf,
    enum: words = anyOf?.map((word) => word.const),
  }: Property,
) {
  if (type === 'integer') {
    const number = /^-?\d{1,15}$/.test(given) ? Number(given) : NaN;
    if (number >= minimum && number <= maximum) return number;
    throw bad(name, `must be an integer from ${minimum} to ${maximum}`, given);
  }
  if (words && !words.includes(given)) throw bad(name, `must be one of ${words.join(', ')}`, given);
  return given;
}

function parseIso(text: string): number | undefined {
  const [date = '', time] = text.split('T');
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const ms = time === undefined ? midnight : Date.parse(text);
  // 30 February is the 1st of March to JavaScript.
  if (Number.isNaN(ms) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  return ms;
}

function bad(name: string, must: string, given: string): BadRequest {
  return new BadRequest(`${name} ${must}; it is ${quote(given)}`);
}
