/** Prices of one ticker in one stretch of time. Never changed: a price that comes makes another one. */
export interface Bar {
  /** Its start, in seconds since 1970: a multiple of the interval. */
  readonly time: number;
  /** Open and close go by the order of delivery: it is the topic's, while times are the publishers'. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Ticks in it. */
  readonly count: number;
  /** Ticks are missing: between the bar before and this one, or within this one. */
  readonly gap?: 'before' | 'within';
  /** How many, of all tickers; null where nobody knows. Only with a gap. */
  readonly missed?: number | null;
}

/** The last moment that has a date, in milliseconds since 1970: the bar of the first one may begin before it. */
const MOMENT_MAX = 8.64e15;

/** When a bar begins, in milliseconds since 1970: always a moment that has a date. `time` in seconds. */
export function momentOf(time: number): number {
  return Math.min(Math.max(time * 1000, -MOMENT_MAX), MOMENT_MAX);
}

/** Index of the first bar that is not before `time` (seconds since 1970), or their number. They are sorted by time. */
export function findBar(bars: readonly Bar[], time: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bar of exactly this time, in seconds since 1970. */
export function barAt(bars: readonly Bar[], time: number): Bar | undefined {
  const bar = bars[findBar(bars, time)];
  return bar?.time === time ? bar : undefined;
}
