import { memo, type ReactElement } from 'react';
import { useClock } from './clock.ts';
import { formatMillis, formatNumber } from './format.ts';
import { None } from './none.tsx';
import { duration } from './text/page.ts';
import { quoteText } from './text/quote.ts';

/** A ticker among others may be quiet while the feed is live: said after so many milliseconds. */
const QUIET_MS = 5000;

/** Below that tenths of a second are told, in milliseconds. */
const TENTHS_MS = 10_000;

/**
 * How long ago the last tick was. It runs by itself, five times a second, and renders nothing else; nobody is told aloud.
 * `tickedAt` by the feed's clock, `time` the publisher's; `heldAt` (feed's clock) where it is shown as it was then, else null;
 * `ticker` where it is to be said that it is quiet, else null.
 */
export const QuoteAge = memo(
  (props: {
    tickedAt: number | null;
    time: number | null;
    heldAt: number | null;
    ticker: string | null;
  }): ReactElement => {
    const { tickedAt, time, heldAt, ticker } = props;
    const now = useClock(tickedAt === null || heldAt !== null ? null : 200);
    const age = tickedAt === null ? null : Math.max(0, (heldAt ?? now) - tickedAt);
    return (
      <div title={time === null ? undefined : quoteText.madeAt(formatMillis(time))}>
        <dt>{quoteText.age}</dt>
        <dd data-testid="last-tick">
          <span data-testid="age" data-age={age === null ? undefined : Math.round(age)}>
            {age === null ? <None words={quoteText.noPrice} /> : quoteText.ago(ageText(age))}
          </span>
          {ticker !== null && age !== null && age > QUIET_MS && (
            <span className="quiet">{quoteText.noPriceFor(ticker, duration(age))}</span>
          )}
        </dd>
      </div>
    );
  },
);

/** A length of time as text: with tenths while it is short. `ms` in milliseconds. */
export function ageText(ms: number): string {
  return ms < TENTHS_MS ? `${formatNumber(Math.floor(ms / 100) / 10, 1)} s` : duration(ms);
}
