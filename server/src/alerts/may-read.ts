import { EVERY_TICKER } from '@ticker/protocol';
import type { Grant } from '../auth/grant.ts';

/** Whether a client may see what belongs to an owner and is about a ticker: it is the owner, and may read the ticker. */
export function mayRead(
  { owner, ticker }: { readonly owner: string | null; readonly ticker: string },
  { subject, tickers }: Grant,
): boolean {
  return owner === subject && (tickers === EVERY_TICKER || tickers.has(ticker));
}
