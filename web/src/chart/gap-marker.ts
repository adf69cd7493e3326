import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import type { Bar } from '../store/series.ts';

/**
 * Marks over the bars after or within which ticks are missing.
 *
 * @param colour hex
 * @param text what the mark says
 */
export function gapMarkers(bars: readonly Bar[], colour: string, text: string): SeriesMarker<Time>[] {
  return bars
    .filter((bar) => bar.gap !== undefined)
    .map(({ time }) => ({
      time: time as UTCTimestamp,
      position: 'aboveBar',
      shape: 'arrowDown',
      color: colour,
      text,
      size: 0.6,
    }));
}
