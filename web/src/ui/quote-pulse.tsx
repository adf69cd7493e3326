import { memo, type ReactElement } from 'react';
import { ticksPerSecond } from '../store/pace.ts';
import type { Pulse } from '../store/shown.ts';
import { useClock } from './clock.ts';
import { formatNumber } from './format.ts';
import { latencyWords } from './latency.ts';
import { None } from './none.tsx';
import { quoteText } from './text/quote.ts';

/** How late ticks are, and how many come a second: a rate falls while nothing comes, so it runs by itself. */
export const QuotePulse = memo(({ pulse }: { pulse: Pulse | null }): ReactElement => {
  const now = useClock(500);
  const rate = pulse && ticksPerSecond(pulse.arrivals, pulse.heldAt ?? now);
  const { words, why } = latencyWords(pulse?.latency ?? null);
  return (
    <>
      <div title={why}>
        <dt>{quoteText.latency}</dt>
        <dd data-testid="latency" data-latency={pulse?.latency ?? undefined}>
          {words ?? <None words={why} />}
        </dd>
      </div>
      <div title={quoteText.rateHow}>
        <dt>{quoteText.rate}</dt>
        <dd data-testid="rate" data-rate={rate ?? undefined}>
          {rate === null ? <None words={quoteText.noRate} /> : formatNumber(rate, rate < 10 ? 1 : 0)}
        </dd>
      </div>
    </>
  );
});
