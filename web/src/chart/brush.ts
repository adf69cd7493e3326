import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type Time,
} from 'lightweight-charts';
import type { Bar } from '../store/bar.ts';
import type { Colours } from './colour.ts';
import { gapMarkers } from './gap-marker.ts';
import { type Level, levelOptions } from './level.ts';
import { candleOptions, countOptions, lineOptions } from './option.ts';
import type { PaneText } from './pane.ts';
import { type ChartKind, countPoint, type Point, point, points } from './point.ts';

type Prices = ISeriesApi<'Line'> | ISeriesApi<'Candlestick'>;

/** Draws bars into a chart: prices of a kind with their marks and levels, and below them the numbers of ticks. */
export class Brush {
  readonly #chart: IChartApi;
  readonly #text: PaneText;
  readonly #counts: ISeriesApi<'Histogram'>;
  #colours: Colours;
  #kind: ChartKind;
  #prices: Prices;
  #markers: ISeriesMarkersPluginApi<Time>;
  #bars: readonly Bar[] = [];
  #levels: readonly Level[] = [];
  #lines: IPriceLine[] = [];

  constructor(chart: IChartApi, kind: ChartKind, colours: Colours, text: PaneText) {
    this.#chart = chart;
    this.#text = text;
    this.#colours = colours;
    this.#kind = kind;
    this.#prices = this.#addPrices();
    this.#markers = createSeriesMarkers<Time>(this.#prices);
    this.#counts = chart.addSeries(HistogramSeries, countOptions(colours, text.count), 1);
  }

  get prices(): Prices {
    return this.#prices;
  }

  get kind(): ChartKind {
    return this.#kind;
  }

  /** Draws them all. @param seconds length of a bar @returns what stands on the time axis now */
  drawAll(bars: readonly Bar[], seconds: number): readonly Point[] {
    const all = points(bars, seconds, this.#kind);
    this.#bars = bars;
    this.#prices.setData(all);
    this.#counts.setData(bars.map(countPoint));
    this.#mark();
    return all;
  }

  /** Draws those from an index on that have changed. @param count how many were drawn before @returns times that are new on the axis */
  drawFrom(bars: readonly Bar[], from: number, count: number): number[] {
    const drawn = this.#bars;
    this.#bars = bars;
    const added: number[] = [];
    for (let index = from; index < bars.length; index++) {
      const bar = bars[index]!;
      if (bar === drawn[index]) continue;
      const older = index < count - 1;
      this.#prices.update(point(bars, index, this.#kind)!, older);
      this.#counts.update(countPoint(bar), older);
      if (index >= count) added.push(bar.time);
    }
    return added;
  }

  /** Takes another kind of prices, empty until all is drawn again. */
  setKind(kind: ChartKind): void {
    const before = this.#prices;
    this.#markers.detach();
    this.#kind = kind;
    // First the new one: a part of the chart without any goes.
    this.#prices = this.#addPrices();
    this.#chart.removeSeries(before);
    this.#markers = createSeriesMarkers<Time>(this.#prices);
    // Those of before went with their series.
    this.#lines = [];
    this.#drawLevels();
  }

  setColours(colours: Colours): void {
    this.#colours = colours;
    const { price } = this.#text;
    this.#prices.applyOptions(
      this.#kind === 'line' ? lineOptions(colours, price) : candleOptions(colours, price),
    );
    this.#counts.applyOptions(countOptions(colours, this.#text.count));
    this.#mark();
    this.#drawLevels();
  }

  /** Draws a line at each of these prices, and at no other. */
  setLevels(levels: readonly Level[]): void {
    this.#levels = levels;
    this.#drawLevels();
  }

  #mark(): void {
    this.#markers.setMarkers(gapMarkers(this.#bars, this.#colours.gap, this.#text.gap));
  }

  #drawLevels(): void {
    for (const line of this.#lines) this.#prices.removePriceLine(line);
    const { level } = this.#colours;
    this.#lines = this.#levels.map((one) => this.#prices.createPriceLine(levelOptions(one, level)));
  }

  #addPrices(): Prices {
    const { price } = this.#text;
    return this.#kind === 'line'
      ? this.#chart.addSeries(LineSeries, lineOptions(this.#colours, price), 0)
      : this.#chart.addSeries(CandlestickSeries, candleOptions(this.#colours, price), 0);
  }
}
