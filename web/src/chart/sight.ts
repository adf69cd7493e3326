import type { IChartApi } from 'lightweight-charts';
import { BAR_WIDTH, RIGHT_OFFSET } from './option.ts';

/** So many bars before the first one, or fewer, older ones are wanted. */
const NEAR = 30;

/** What one sees of the time axis. */
export interface Seen {
  /** The newest bar. */
  readonly end: boolean;
  /** The first bar, or its neighbourhood. */
  readonly nearStart: boolean;
  readonly start: boolean;
  /** How many places on the time axis there are from the left edge on. */
  readonly count: number;
}

/** The stretch of the time axis that is in sight: stays where it is while bars come and go on either side. */
export class Sight {
  readonly #chart: IChartApi;
  /** Times on the axis, in seconds since 1970: bars, and empty places for gaps. */
  #times: number[] = [];
  /** How wide bars are to be in the next frame: until then what is in sight tells of the last one. */
  #wanted: number | undefined;

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  /** What is in sight; undefined while there is nothing. */
  get seen(): Seen | undefined {
    const range = this.#scale.getVisibleLogicalRange();
    if (!range || this.#times.length === 0) return undefined;
    return {
      end: this.#follows,
      nearStart: range.from < NEAR,
      start: range.from <= 0,
      count: Math.ceil(this.#times.length - range.from),
    };
  }

  /** The first and the last time in sight; undefined while there is none. */
  get span(): { readonly from: number; readonly to: number } | undefined {
    const range = this.#scale.getVisibleLogicalRange();
    const times = range && this.#times.slice(Math.max(Math.ceil(range.from), 0), Math.floor(range.to) + 1);
    const [from, to] = [times?.at(0), times?.at(-1)];
    return from === undefined || to === undefined ? undefined : { from, to };
  }

  /** Takes in that bars were put in at the end. */
  append(times: readonly number[]): void {
    for (const time of times) this.#times.push(time);
  }

  /** Has all drawn anew by `draw`, which gives the times on the axis then, and keeps in sight what was. */
  keep(draw: () => number[]): void {
    const scale = this.#scale;
    const position = scale.scrollPosition();
    const before = this.#times;
    const anchor = this.#follows ? undefined : this.#anchor();
    this.#times = draw();
    if (before.length === 0) return this.follow();
    const now = anchor === undefined ? -1 : this.#times.indexOf(anchor.time);
    // Positions count from the last place on the axis.
    const moved = now < 0 || !anchor ? 0 : now - anchor.index - (this.#times.length - before.length);
    scale.scrollToPosition(position + moved, false);
  }

  /** Forgets what was in sight: other bars come. */
  forget(): void {
    this.#times = [];
  }

  /** Moves to the newest bar. At once: the library's animation ends short of it where frames are slow. */
  follow(): void {
    this.#scale.scrollToPosition(RIGHT_OFFSET, false);
  }

  /** Moves no further than is needed to have a time in sight. */
  show(time: number): void {
    const range = this.#scale.getVisibleLogicalRange();
    const index = this.#times.indexOf(time);
    if (!range || index < 0) return;
    const [first, last] = [Math.ceil(range.from) + 1, Math.floor(range.to) - 1];
    const moved = index < first ? index - first : Math.max(index - last, 0);
    if (moved !== 0) this.#scale.scrollToPosition(this.#scale.scrollPosition() + moved, false);
  }

  /** Makes bars `factor` times as wide, in the next frame. */
  zoom(factor: number): void {
    const { min, max } = BAR_WIDTH;
    this.#wanted = Math.min(Math.max((this.#wanted ?? this.#barWidth) * factor, min), max);
    this.#scale.applyOptions({ barSpacing: this.#wanted });
  }

  /** Tells whenever something else may be in sight. */
  onChange(tell: () => void): void {
    this.#scale.subscribeVisibleLogicalRangeChange(() => {
      this.#wanted = undefined;
      tell();
    });
  }

  get #scale(): ReturnType<IChartApi['timeScale']> {
    return this.#chart.timeScale();
  }

  get #follows(): boolean {
    return this.#scale.scrollPosition() >= -1;
  }

  get #barWidth(): number {
    const range = this.#scale.getVisibleLogicalRange();
    return range ? this.#scale.width() / (range.to - range.from + 1) : BAR_WIDTH.usual;
  }

  /** A place in sight: it shall be there again. */
  #anchor(): { time: number; index: number } | undefined {
    const range = this.#scale.getVisibleLogicalRange();
    if (!range) return undefined;
    const index = Math.min(Math.max(Math.round(range.to), 0), this.#times.length - 1);
    const time = this.#times[index];
    return time === undefined ? undefined : { time, index };
  }
}
