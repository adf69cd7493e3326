import {
  type CandlestickSeriesPartialOptions,
  type ChartOptions,
  ColorType,
  type DeepPartial,
  type LineSeriesPartialOptions,
} from 'lightweight-charts';
import type { Colours } from './colour.ts';
import { timeLabel, timeMark } from './time-mark.ts';

/** Empty bars between the newest bar and the right edge. */
export const RIGHT_OFFSET = 3;

/** Options of the chart that do not depend on the theme. `formatPrice` gives the text of a price. */
export function chartOptions(formatPrice: (price: number) => string): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    // The logo is the link to TradingView that the library's licence asks for: it stays.
    layout: { attributionLogo: true, fontFamily: 'system-ui, sans-serif', fontSize: 12 },
    localization: { priceFormatter: formatPrice, timeFormatter: timeLabel },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.14, bottom: 0.1 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: true,
      rightOffset: RIGHT_OFFSET,
      barSpacing: 9,
      minBarSpacing: 1,
      maxBarSpacing: 40,
      tickMarkFormatter: timeMark,
    },
    // A finger that moves up or down scrolls the page, not the chart.
    handleScroll: { vertTouchDrag: false },
  };
}

/** Options of the chart in a theme. */
export function themeOptions({ surface, text, grid }: Colours): DeepPartial<ChartOptions> {
  const line = { color: grid };
  return {
    layout: { background: { type: ColorType.Solid, color: surface }, textColor: text },
    grid: { vertLines: line, horzLines: line },
    crosshair: {
      vertLine: { color: text, labelBackgroundColor: text },
      horzLine: { color: text, labelBackgroundColor: text },
    },
  };
}

/** Options of a line in a theme. */
export function lineOptions({ line }: Colours): LineSeriesPartialOptions {
  return { color: line, lineWidth: 2, priceLineColor: line };
}

/** Options of candles in a theme. */
export function candleOptions({ up, down, line }: Colours): CandlestickSeriesPartialOptions {
  return {
    upColor: up,
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
    // The label of the last price stands on this colour: text on the dark theme's "down" would have a contrast of 2.3.
    priceLineColor: line,
  };
}
