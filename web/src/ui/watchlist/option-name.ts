import type { WatchRow } from '../../store/watch-row.ts';
import { directionOf } from '../change-text.tsx';
import { formatChange, formatPercent, formatPrice } from '../format.ts';
import { text } from '../text/page.ts';

/** The name that an option keeps while it is the active one of a list that has the focus. */
export interface HeldName {
  readonly ticker: string;
  readonly name: string;
}

/** What an option of the watchlist is called: its ticker, its price, and which way it went and how far. */
export function optionName({ ticker, last, change, share }: WatchRow): string {
  const direction = directionOf(change);
  const words = [ticker, formatPrice(last.price)];
  if (direction !== 'flat') words.push(text[direction]);
  words.push(formatChange(change));
  if (share !== null) words.push(formatPercent(share));
  return words.join(' ');
}

/**
 * The name to keep. Screen readers say the active option anew whenever its name changes, and a price may do so four times
 * a second: so it is as it was when the option became active.
 *
 * @param before what it was; null: nothing was kept
 * @param active the row of the active option; undefined where the list has no focus
 */
export function heldName(before: HeldName | null, active: WatchRow | undefined): HeldName | null {
  if (!active) return null;
  return before?.ticker === active.ticker ? before : { ticker: active.ticker, name: optionName(active) };
}
