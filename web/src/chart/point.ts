import type {
  CandlestickData,
  HistogramData,
  LineData,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts';
import type { Bar } from '../store/bar.ts';

/** How bars are drawn. */
export type ChartKind = 'line' | 'candles';

/** One thing on the chart's time axis. */
export type Point = (LineData | CandlestickData | WhitespaceData) & { time: UTCTimestamp };

/** Empty places on the time axis for a gap, at most: a long one shall not push the bars out of sight. */
const BLANKS_MAX = 4;

/** lightweight-charts holds prices up to this, 2^53 / 100, and throws on others where it checks. */
export const PRICE_MAX = 90_071_992_547_409;

/**
 * The point of the bar at `index`. In a line, the segment that would cross a gap is transparent: lightweight-charts
 * joins a line over whitespace (its issues 699, 1947), and gives a segment the colour of the point where it starts.
 */
export function point(bars: readonly Bar[], index: number, kind: ChartKind): Point | undefined {
  const bar = bars[index];
  if (!bar) return undefined;
  const time = bar.time as UTCTimestamp;
  const { open, high, low, close } = bar;
  if (Math.max(Math.abs(high), Math.abs(low)) > PRICE_MAX) return { time };
  if (kind === 'candles') return { time, open, high, low, close };
  const breaks = bars[index + 1]?.gap !== undefined;
  return breaks ? { time, value: close, color: 'transparent' } : { time, value: close };
}

/**
 * All points of the bars, with empty places where ticks are missing.
 *
 * @param seconds length of a bar
 */
export function points(bars: readonly Bar[], seconds: number, kind: ChartKind): Point[] {
  return bars.flatMap((bar, index) => {
    const before = bars[index - 1];
    const blanks = bar.gap === 'before' && before ? blankTimes(before.time, bar.time, seconds) : [];
    return [...blanks, point(bars, index, kind) ?? []].flat();
  });
}

/** What stands for a bar among the numbers of ticks. */
export function countPoint({ time, count }: Bar): HistogramData & { time: UTCTimestamp } {
  return { time: time as UTCTimestamp, value: count };
}

function blankTimes(from: number, to: number, seconds: number): Point[] {
  const room = Math.round((to - from) / seconds) - 1;
  const count = Math.min(Math.max(room, 0), BLANKS_MAX);
  return Array.from({ length: count }, (_, n) => ({ time: (from + (n + 1) * seconds) as UTCTimestamp }));
}
