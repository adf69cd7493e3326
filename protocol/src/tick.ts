/** One price of one ticker, as it is on the wire. */
export interface Tick {
  /** The document's `_id`: 24 hex digits of an ObjectId, else `~` and base64url of its canonical EJSON. */
  readonly id: string;
  /** The publisher's clock, in milliseconds since 1970. Never used for order: clocks differ. */
  readonly time: number;
  /** Name, 1-32 of `[A-Za-z0-9._-]`. */
  readonly ticker: string;
  /** A finite number. */
  readonly price: number;
}

/** A ticker's name, as the source of a regular expression without its ends. */
export const TICKER_PATTERN = '[A-Za-z0-9._-]{1,32}';

const TICKER = new RegExp(`^${TICKER_PATTERN}$`);

/** Whether `name` is a ticker's name: 1-32 of letters, digits, dot, underscore, hyphen. */
export function isTicker(name: unknown): name is string {
  return typeof name === 'string' && TICKER.test(name);
}
