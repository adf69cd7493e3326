import { EVERY_TICKER } from '@ticker/protocol';
import type { Tickers } from '../hub/filter.ts';
import { Refusal } from '../refusal.ts';

/** What a client may read, and until when. */
export interface Grant {
  /** Who it is: the token's `sub`; null where nobody was asked. */
  readonly subject: string | null;
  /** Milliseconds since 1970; Infinity: for ever. */
  readonly expiresAt: number;
  /** The names that may be read; `*`: every ticker. */
  readonly tickers: Tickers;
}

/** What everybody may on a server without `AUTH_SECRET`. */
export const OPEN: Grant = { subject: null, expiresAt: Infinity, tickers: EVERY_TICKER };

/**
 * The tickers that a client gets of those it asks for: names once each. `*` is every ticker that it may read, so a
 * limited client gets its names.
 *
 * @throws Refusal `forbidden` where it asks for a name that it may not read: better than a stream that stays silent
 */
export function grantedTickers(asked: readonly string[], { tickers: allowed }: Grant): string[] {
  if (allowed === EVERY_TICKER) return asked.includes(EVERY_TICKER) ? [EVERY_TICKER] : [...new Set(asked)];
  if (allowed.size === 0) throw forbidden('any ticker');
  if (asked.includes(EVERY_TICKER)) return [...allowed];
  for (const name of asked) if (!allowed.has(name)) throw forbidden(name);
  return [...new Set(asked)];
}

function forbidden(what: string): Refusal {
  return new Refusal(403, 'forbidden', `the token does not allow ${what}`);
}
