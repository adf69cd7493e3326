import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import type { Bar } from '../store/bar.ts';

/**
 * Marks over the bars after or within which ticks are missing.
 *
 * @param colour hex
 * @param words what the mark says: of how many ticks are missing, null where nobody knows
 */
export function gapMarkers(
  bars: readonly Bar[],
  colour: string,
  words: (missed: number | null) => string,
): SeriesMarker<Time>[] {
  return bars
    .filter((bar) => bar.gap !== undefined)
    .map(({ time, missed = null }) => ({
      time: time as UTCTimestamp,
      position: 'aboveBar',
      shape: 'arrowDown',
      color: colour,
      text: words(missed),
      size: 0.6,
    }));
}
