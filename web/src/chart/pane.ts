import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts';
import type { Series } from '../store/series.ts';
import type { Colours } from './colour.ts';
import { gapMarkers } from './gap-marker.ts';
import { drawable, type Level, levelOptions, sameLevels } from './level.ts';
import { candleOptions, chartOptions, lineOptions, RIGHT_OFFSET, themeOptions } from './option.ts';
import { type ChartKind, point, points } from './point.ts';

/** The words and numbers that a pane writes. */
export interface PaneText {
  readonly price: (price: number) => string;
  readonly gap: string;
}

type Drawn = ISeriesApi<'Line'> | ISeriesApi<'Candlestick'>;

/** A live chart in an element: draws a series of bars, and follows it as long as its end is in sight. */
export class Pane {
  readonly #chart: IChartApi;
  readonly #text: PaneText;
  #colours: Colours;
  #kind: ChartKind;
  #drawn: Drawn;
  #markers: ISeriesMarkersPluginApi<Time>;
  #levels: readonly Level[] = [];
  #lines: IPriceLine[] = [];
  #series: Series | undefined;
  #layout = 0;
  #count = 0;

  constructor(element: HTMLElement, kind: ChartKind, colours: Colours, text: PaneText) {
    this.#chart = createChart(element, chartOptions(text.price));
    this.#chart.applyOptions(themeOptions(colours));
    this.#text = text;
    this.#colours = colours;
    this.#kind = kind;
    this.#drawn = this.#addSeries();
    this.#markers = createSeriesMarkers<Time>(this.#drawn);
  }

  /** Shows a series as it is now. Asked once a frame, it redraws only the bars that have changed. */
  draw(series: Series | undefined, kind: ChartKind): void {
    const dirty = series?.takeDirty() ?? 0;
    if (kind !== this.#kind) return this.#redrawAs(kind, series);
    // Blanks can't be put in by update(), and gaps are rare.
    if (!series || series !== this.#series || series.layout !== this.#layout) return this.#drawAll(series);
    const { bars } = series;
    for (let index = dirty; index < bars.length; index++) {
      const next = point(bars, index, kind);
      if (next) this.#drawn.update(next, index < this.#count - 1);
    }
    this.#count = bars.length;
  }

  /** Changes to another theme's colours. */
  setColours(colours: Colours): void {
    this.#colours = colours;
    this.#chart.applyOptions(themeOptions(colours));
    this.#drawn.applyOptions(this.#kind === 'line' ? lineOptions(colours) : candleOptions(colours));
    this.#mark();
    this.#drawLevels();
  }

  /** Shows a line at each of these prices, and at no other. */
  setLevels(levels: readonly Level[]): void {
    const next = drawable(levels);
    // The rules are read again every few seconds, and most often nothing has changed.
    if (sameLevels(next, this.#levels)) return;
    this.#levels = next;
    this.#drawLevels();
  }

  /** Moves to the newest bar; `smoothly` with an animation. */
  follow(smoothly: boolean): void {
    if (smoothly) this.#chart.timeScale().scrollToRealTime();
    else this.#chart.timeScale().scrollToPosition(RIGHT_OFFSET, false);
  }

  /** Tells whenever the newest bar comes into sight or leaves it. */
  onFollowing(tell: (following: boolean) => void): void {
    const scale = this.#chart.timeScale();
    scale.subscribeVisibleLogicalRangeChange(() => tell(scale.scrollPosition() >= -1));
  }

  /** Tells of clicks and taps among the prices, but not of what moves the chart; gives what ends that. */
  onClick(tell: (price: number, x: number) => void): () => void {
    const clicked = ({ point }: MouseEventParams): void => {
      const price = point ? this.#drawn.coordinateToPrice(point.y) : null;
      if (point && price !== null) tell(price, point.x);
    };
    this.#chart.subscribeClick(clicked);
    return () => this.#chart.unsubscribeClick(clicked);
  }

  /** The last price drawn. */
  get last(): number | undefined {
    return this.#series?.bars.at(-1)?.close;
  }

  /** How far a price is below the chart's upper edge, in pixels; null while there are no prices. */
  yOf(price: number): number | null {
    return this.#drawn.priceToCoordinate(price);
  }

  /** How far prices are apart that are a pixel apart; null while there are none. */
  get pixel(): number | null {
    const [upper, lower] = [this.#drawn.coordinateToPrice(0), this.#drawn.coordinateToPrice(100)];
    return upper === null || lower === null ? null : (upper - lower) / 100;
  }

  /** Takes the chart out of its element. */
  remove(): void {
    this.#chart.remove();
  }

  #drawAll(series: Series | undefined): void {
    const bars = series?.bars ?? [];
    this.#drawn.setData(series ? points(bars, series.seconds, this.#kind) : []);
    const anew = series !== this.#series;
    this.#series = series;
    this.#layout = series?.layout ?? 0;
    this.#count = bars.length;
    this.#mark();
    if (anew) this.follow(false);
  }

  #mark(): void {
    this.#markers.setMarkers(gapMarkers(this.#series?.bars ?? [], this.#colours.gap, this.#text.gap));
  }

  #drawLevels(): void {
    for (const line of this.#lines) this.#drawn.removePriceLine(line);
    const { level } = this.#colours;
    this.#lines = this.#levels.map((one) => this.#drawn.createPriceLine(levelOptions(one, level)));
  }

  #redrawAs(kind: ChartKind, series: Series | undefined): void {
    const scale = this.#chart.timeScale();
    const position = scale.scrollPosition();
    this.#markers.detach();
    this.#chart.removeSeries(this.#drawn);
    this.#kind = kind;
    this.#drawn = this.#addSeries();
    this.#markers = createSeriesMarkers<Time>(this.#drawn);
    // Those of before went with their series.
    this.#lines = [];
    this.#drawLevels();
    this.#drawAll(series);
    scale.scrollToPosition(position, false);
  }

  #addSeries(): Drawn {
    return this.#kind === 'line'
      ? this.#chart.addSeries(LineSeries, lineOptions(this.#colours))
      : this.#chart.addSeries(CandlestickSeries, candleOptions(this.#colours));
  }
}
