import { startTransition, useCallback, useEffect, useState } from 'react';

/** What draws the chart: it is large, and prices do not wait for it. */
export type ChartParts = typeof import('./chart-parts.ts');

/** How it stands with them. */
export interface LazyChart {
  readonly parts: ChartParts | undefined;
  /** How often they could not be had. */
  readonly failures: number;
  readonly again: () => void;
}

/** Loads what draws the chart, from when it is wanted. */
export function useLazyChart(wanted: boolean): LazyChart {
  const [parts, setParts] = useState<ChartParts>();
  const [failures, setFailures] = useState(0);
  const load = useCallback(() => {
    import('./chart-parts.ts').then(
      // Drawn for the first time in a task of its own, not in a frame that has prices to show.
      (loaded) => startTransition(() => setParts(() => loaded)),
      () => setFailures((before) => before + 1),
    );
  }, []);
  useEffect(() => {
    if (wanted) load();
  }, [wanted, load]);
  return { parts, failures, again: load };
}
