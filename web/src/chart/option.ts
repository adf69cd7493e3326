import {
  type CandlestickSeriesPartialOptions,
  type ChartOptions,
  ColorType,
  type DeepPartial,
  type HistogramSeriesPartialOptions,
  type LineSeriesPartialOptions,
  type TextWatermarkOptions,
  type Time,
} from 'lightweight-charts';
import type { Colours } from './colour.ts';
import { timeMark } from './time-mark.ts';

export const FONT = 'system-ui, sans-serif';

/** Bars may be so wide, in pixels. */
export const BAR_WIDTH = { usual: 9, min: 1, max: 40 } as const;

/** How many times as high as the numbers of ticks the prices are. */
export const PRICE_STRETCH = 5;

/** Empty bars between the newest bar and the right edge. */
export const RIGHT_OFFSET = 3;

/** Options of the chart that do not depend on the theme. `date` gives the time under the crosshair as text. */
export function chartOptions(date: (time: number) => string): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    // The logo is the link to TradingView that the library's licence asks for: it stays.
    layout: {
      attributionLogo: true,
      fontFamily: FONT,
      fontSize: 12,
      panes: { enableResize: false },
    },
    localization: { timeFormatter: (time: Time) => date(Number(time)) },
    rightPriceScale: {
      borderVisible: false,
      entireTextOnly: true,
      scaleMargins: { top: 0.14, bottom: 0.1 },
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: true,
      rightOffset: RIGHT_OFFSET,
      barSpacing: BAR_WIDTH.usual,
      minBarSpacing: BAR_WIDTH.min,
      maxBarSpacing: BAR_WIDTH.max,
      tickMarkFormatter: timeMark,
    },
    // A finger that moves up or down scrolls the page, not the chart.
    handleScroll: { vertTouchDrag: false },
    // It would go on from where it began, and jump by each bar that has come since.
    kineticScroll: { touch: false, mouse: false },
  };
}

/** Options of the chart in a theme. */
export function themeOptions({ surface, text, grid }: Colours): DeepPartial<ChartOptions> {
  const line = { color: grid };
  return {
    layout: {
      background: { type: ColorType.Solid, color: surface },
      textColor: text,
      panes: { separatorColor: grid },
    },
    grid: { vertLines: line, horzLines: line },
    crosshair: {
      vertLine: { color: text, labelBackgroundColor: text },
      horzLine: { color: text, labelBackgroundColor: text },
    },
  };
}

/** Writes a number of an axis. */
type Formatter = (value: number) => string;

/** How prices are written. Not an option of the whole chart: the numbers of ticks are no prices. */
const priceFormat = (formatter: Formatter) => ({ type: 'custom', minMove: 0.01, formatter }) as const;

/** Options of a line in a theme; `formatPrice` gives the text of a price. */
export function lineOptions({ line }: Colours, formatPrice: Formatter): LineSeriesPartialOptions {
  return { color: line, lineWidth: 2, priceLineColor: line, priceFormat: priceFormat(formatPrice) };
}

/** Options of candles in a theme; `formatPrice` gives the text of a price. */
export function candleOptions(
  { up, down, line }: Colours,
  formatPrice: Formatter,
): CandlestickSeriesPartialOptions {
  return {
    priceFormat: priceFormat(formatPrice),
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

/** Options of the numbers of ticks in a theme; `formatCount` gives the text of one. */
export function countOptions({ count }: Colours, formatCount: Formatter): HistogramSeriesPartialOptions {
  return {
    // Light: prices are what one looks at.
    color: `${count}8c`,
    priceLineVisible: false,
    lastValueVisible: false,
    // Whole numbers only: there is no half a tick.
    priceFormat: { type: 'custom', minMove: 1, formatter: formatCount },
  };
}

/** Options of the words at the numbers of ticks in a theme. */
export function labelOptions({ text: color }: Colours, text: string): DeepPartial<TextWatermarkOptions> {
  return {
    horzAlign: 'left',
    vertAlign: 'top',
    lines: [{ text, color, fontSize: 11, fontFamily: FONT }],
  };
}
