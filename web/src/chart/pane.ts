import {
  createChart,
  createTextWatermark,
  type IChartApi,
  type ITextWatermarkPluginApi,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type Bar, barAt, findBar } from '../store/bar.ts';
import { Brush } from './brush.ts';
import { changeOf } from './change.ts';
import { type Colours, sameColours } from './colour.ts';
import { drawable, type Level, sameLevels } from './level.ts';
import { chartOptions, labelOptions, PRICE_STRETCH, themeOptions } from './option.ts';
import { picture } from './picture.ts';
import type { ChartKind } from './point.ts';
import { Sight, type Seen } from './sight.ts';

/** The words and numbers that a pane writes. */
export interface PaneText {
  readonly price: (price: number) => string;
  readonly count: (count: number) => string;
  /** When a bar begins. */
  readonly date: (time: number) => string;
  /** What stands at the numbers of ticks. */
  readonly counts: string;
  /** A mark over a gap: how many ticks are missing, null where nobody knows. */
  readonly gap: (missed: number | null) => string;
}

/** What is drawn. */
export interface Drawing {
  /** Changes with the ticker and the interval. */
  readonly key: string;
  readonly bars: readonly Bar[];
  /** Length of a bar. */
  readonly seconds: number;
  /** The price that came last. */
  readonly last: number | undefined;
}

/** A bar that is pointed at, and where: in pixels from the upper left corner. */
export interface Pointed {
  readonly bar: Bar;
  readonly x: number;
  readonly y: number;
}

/** A live chart in an element: draws bars, and follows them as long as the newest is in sight. */
export class Pane {
  readonly #chart: IChartApi;
  readonly #text: PaneText;
  readonly #brush: Brush;
  readonly #sight: Sight;
  readonly #label: ITextWatermarkPluginApi<Time>;
  #colours: Colours;
  #levels: readonly Level[] = [];
  #key = '';
  #bars: readonly Bar[] = [];
  #last: number | undefined;
  #removed = false;
  /** Somebody drags the chart. */
  #dragged = false;
  /** The time that is pointed at, in seconds since 1970, and how far down a pointer is; null: there is none. */
  #at: { readonly time: number; readonly y: number | null } | null = null;
  #tellPointed: (pointed: Pointed | null) => void = () => {};
  #tellSeen: (seen: Seen) => void = () => {};
  #tellFollowed: () => void = () => {};

  constructor(element: HTMLElement, kind: ChartKind, colours: Colours, text: PaneText) {
    this.#chart = createChart(element, chartOptions(text.date));
    // The library lays its canvases out in a table: no rows and columns for whoever listens.
    element.querySelector('table')?.setAttribute('role', 'presentation');
    this.#chart.applyOptions(themeOptions(colours));
    this.#text = text;
    this.#colours = colours;
    this.#brush = new Brush(this.#chart, kind, colours, text);
    this.#sight = new Sight(this.#chart);
    const [prices, counts] = this.#chart.panes();
    prices!.setStretchFactor(PRICE_STRETCH);
    counts!.setStretchFactor(1);
    this.#label = createTextWatermark<Time>(counts!, labelOptions(colours, text.counts));
    this.#chart.subscribeCrosshairMove((event) => this.#pointedBy(event));
    this.#sight.onChange(() => this.#look());
  }

  /** Shows bars as they are now. Asked once a frame, it redraws only those that have changed. */
  draw(drawing: Drawing, kind: ChartKind): void {
    const { key, seconds, last } = drawing;
    const anew = key !== this.#key;
    const bars = anew ? drawing.bars : this.#held(drawing.bars);
    const restyled = kind !== this.#brush.kind;
    const change = anew || restyled ? 'all' : changeOf(this.#bars, bars);
    this.#last = last;
    if (change === 'none') return this.#look();
    if (anew) this.#sight.forget();
    if (change === 'all') {
      this.#sight.keep(() => {
        if (restyled) this.#brush.setKind(kind);
        return this.#brush.drawAll(bars, seconds).map(({ time }) => time);
      });
    } else this.#sight.append(this.#brush.drawFrom(bars, change, this.#bars.length));
    this.#key = key;
    this.#bars = bars;
    if (anew) this.point(null);
    else this.#tell();
    this.#look();
  }

  /** While it is dragged, no bar is put in at the end: the library would move what is under the pointer by it. */
  setDragged(dragged: boolean): void {
    this.#dragged = dragged;
  }

  /** Changes to another theme's colours. */
  setColours(colours: Colours): void {
    // The library would lay all of it out anew.
    if (sameColours(colours, this.#colours)) return;
    this.#colours = colours;
    this.#chart.applyOptions(themeOptions(colours));
    this.#brush.setColours(colours);
    this.#label.applyOptions(labelOptions(colours, this.#text.counts));
  }

  /** Shows a line at each of these prices, and at no other. */
  setLevels(levels: readonly Level[]): void {
    const next = drawable(levels);
    // The rules are read again every few seconds, and most often nothing has changed.
    if (sameLevels(next, this.#levels)) return;
    this.#levels = next;
    this.#brush.setLevels(next);
  }

  /** Moves to the newest bar. */
  follow(): void {
    this.#sight.follow();
    this.#tellFollowed();
  }

  /** Tells when somebody had it moved to the newest bar. */
  onFollowed(tell: () => void): void {
    this.#tellFollowed = tell;
  }

  /** Makes bars `factor` times as wide, in the next frame. */
  zoom(factor: number): void {
    this.#sight.zoom(factor);
  }

  /** The bars in sight, oldest first. */
  get inSight(): readonly Bar[] {
    const { from, to } = this.#sight.span ?? { from: Infinity, to: -Infinity };
    return this.#bars.filter(({ time }) => time >= from && time <= to);
  }

  /** Tells of what is in sight, whenever that may have changed. */
  onSeen(tell: (seen: Seen) => void): void {
    this.#tellSeen = tell;
  }

  /** Tells of the bar that is pointed at, also while it changes; null: of none any more. */
  onPointed(tell: (pointed: Pointed | null) => void): void {
    this.#tellPointed = tell;
  }

  /** Points at a bar, and has it in sight; null: at none. */
  point(bar: Bar | null): void {
    if (this.#removed) return;
    this.#at = bar && { time: bar.time, y: null };
    if (bar) this.#sight.show(bar.time);
    else this.#chart.clearCrosshairPosition();
    this.#tell();
  }

  /** Tells of clicks and taps among the prices, but not of what moves the chart; gives what ends that. */
  onClick(tell: (price: number, x: number) => void): () => void {
    const clicked = ({ point, paneIndex = 0 }: MouseEventParams): void => {
      const price = point && paneIndex === 0 ? this.#brush.prices.coordinateToPrice(point.y) : null;
      if (point && price !== null) tell(price, point.x);
    };
    this.#chart.subscribeClick(clicked);
    return () => this.#chart.unsubscribeClick(clicked);
  }

  /** The price that came last. */
  get last(): number | undefined {
    return this.#last;
  }

  /** How far a price is below the chart's upper edge, in pixels; null while there are no prices. */
  yOf(price: number): number | null {
    return this.#brush.prices.priceToCoordinate(price);
  }

  /** How far prices are apart that are a pixel apart; null while there are none. */
  get pixel(): number | null {
    const { prices } = this.#brush;
    const [upper, lower] = [prices.coordinateToPrice(0), prices.coordinateToPrice(100)];
    return upper === null || lower === null ? null : (upper - lower) / 100;
  }

  /** The chart as it looks now, with a line of words over it, as a PNG. */
  picture(words: string): Promise<Blob> {
    const canvas = this.#chart.takeScreenshot(true);
    return picture(canvas, this.#chart.chartElement().clientWidth, words, this.#colours);
  }

  /** Takes the chart out of its element. It is no use from then on. */
  remove(): void {
    this.#removed = true;
    this.#chart.remove();
  }

  #held(bars: readonly Bar[]): readonly Bar[] {
    const end = this.#bars.at(-1)?.time;
    return this.#dragged && end !== undefined ? bars.slice(0, findBar(bars, end + 1)) : bars;
  }

  #pointedBy({ time, point, paneIndex = 0, sourceEvent }: MouseEventParams): void {
    // What the keyboard points at stays, until a pointer moves: of itself the library points at what is in that place now.
    if (this.#at?.y === null && !sourceEvent) return;
    if (!point || time === undefined) {
      this.#at = null;
    } else {
      const above = paneIndex === 0 ? 0 : this.#chart.paneSize(0).height;
      this.#at = { time: Number(time), y: above + point.y };
    }
    this.#tell();
  }

  #tell(): void {
    const at = this.#at;
    const bar = at ? barAt(this.#bars, at.time) : undefined;
    // Again after each change: the library keeps it where it was in pixels.
    if (bar && at?.y === null)
      this.#chart.setCrosshairPosition(bar.close, bar.time as UTCTimestamp, this.#brush.prices);
    const x = at && this.#chart.timeScale().timeToCoordinate(at.time as UTCTimestamp);
    const y = at?.y ?? (bar ? this.yOf(bar.close) : null);
    this.#tellPointed(bar && typeof x === 'number' ? { bar, x, y: y ?? 0 } : null);
  }

  #look(): void {
    const { seen } = this.#sight;
    if (seen) this.#tellSeen(seen);
  }
}
