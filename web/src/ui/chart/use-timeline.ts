import { useEffect, useMemo } from 'react';
import { askCandles } from '../../history/candle-api.ts';
import { Timeline } from '../../history/timeline.ts';
import type { Interval } from '../../store/interval.ts';
import type { Store } from '../../store/store.ts';

/** The bars of a ticker and an interval, with the server's of before; null while there is no ticker. */
export function useTimeline(store: Store, ticker: string | null, interval: Interval): Timeline | null {
  const timeline = useMemo(() => {
    if (ticker === null) return null;
    // Another ticker may be chosen already that this is not about.
    const live = () => (store.view().ticker === ticker ? store.series(interval) : undefined);
    return new Timeline({ ticker, interval, live, ask: askCandles });
  }, [store, ticker, interval]);
  useEffect(() => () => timeline?.close(), [timeline]);
  return timeline;
}
