import type { Gap, Tick } from '@ticker/protocol';
import type { Interval } from './interval.ts';
import type { Arrivals } from './pace.ts';
import type { Series } from './series.ts';
import type { WatchRow } from './watch-row.ts';

// What a page is shown: of a board that goes on, or of one that is held as it was.

/** Ticks that this page can no longer get. */
export interface GapNote {
  /** When we heard of it, in milliseconds since 1970. */
  readonly at: number;
  readonly reason: Gap['reason'];
  /** How many; null where nobody knows. */
  readonly missed: number | null;
  /** Gaps since the page was opened, this one included. */
  readonly count: number;
}

/** One tick with what it changed. */
export interface Row {
  readonly tick: Tick;
  /** Against the price delivered before it; null for the first. */
  readonly change: number | null;
}

/** How lively a ticker is, and how late its ticks are. */
export interface Pulse {
  readonly arrivals: Arrivals;
  /** From the tick's time, by its publisher's clock, to its arrival by ours: a median, milliseconds. Null: no tick yet. */
  readonly latency: number | null;
  /** When it was held, by the feed's clock in milliseconds; null while it goes on. */
  readonly heldAt: number | null;
}

/** What is shown of one ticker. */
export interface ShownTicker {
  /** The first tick of the view. */
  readonly first: Tick;
  /** The highest and the lowest price since then. */
  readonly high: number;
  readonly low: number;
  /** The last ticks, newest last. */
  readonly rows: readonly Row[];
  /** Ticks whose bars were given up before they came. */
  readonly late: number;
  /** When its last tick came, by the feed's clock in milliseconds; of one that came as history, when it was made. */
  readonly tickedAt: number;
  readonly pulse: Pulse;
  readonly watchRow: WatchRow;
  series(interval: Interval): Series;
}

/** What is shown of all of them. */
export interface ShownBoard {
  /** Names in alphabetical order; the same array until they change. */
  readonly names: readonly string[];
  readonly chosenName: string | null;
  readonly chosen: ShownTicker | undefined;
  readonly gap: GapNote | null;
  /** Whether there are tickers that could not be held. */
  readonly full: boolean;
  /** A row of each ticker in the order of names; the same array until a row changes. */
  readonly watch: readonly WatchRow[];
}
