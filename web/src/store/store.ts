import type { Tick } from '@ticker/protocol';
import type { Connection } from '../feed/connection.ts';
import type { Delivery } from '../feed/event.ts';
import { Board, type GapNote } from './board.ts';
import type { Interval } from './interval.ts';
import type { Series } from './series.ts';
import { RECENT_TICKS, type Row } from './ticker-record.ts';

/** What the page shows, frozen at one frame. */
export interface View {
  readonly connection: Connection;
  readonly tickers: readonly string[];
  readonly ticker: string | null;
  /** Newest first. */
  readonly rows: readonly Row[];
  /** The first tick held of the ticker, which changes are counted from. */
  readonly first: Tick | null;
  /** When its last tick came, by the feed's clock, in milliseconds. */
  readonly arrivedAt: number | null;
  /** Its ticks that came after their bar was given up. */
  readonly late: number;
  readonly gap: GapNote | null;
  /** Whether there are more tickers than can be held. */
  readonly full: boolean;
}

/** What a store touches of the world. */
export interface StoreClocks {
  /** Calls back once, before the next frame is painted. */
  readonly nextFrame: (callback: () => void) => void;
  /** The feed's clock, in milliseconds. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/**
 * Ticks become what the page shows. Each is taken in when it arrives, so that nothing piles up while a hidden tab gets
 * no frames; those who look on are told once a frame at most.
 */
export class Store {
  readonly #board = new Board();
  readonly #listeners = new Set<() => void>();
  readonly #clocks: StoreClocks;
  #connection: Connection = { status: 'idle' };
  #frameDue = false;
  #view: View;

  constructor(clocks: StoreClocks) {
    this.#clocks = clocks;
    this.#view = this.#look();
  }

  /** For useSyncExternalStore: the view as of the last frame. */
  readonly view = (): View => this.#view;

  /** For useSyncExternalStore, and the chart. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes in what the feed hands on. */
  readonly take = (delivery: Delivery): void => {
    if (delivery.type === 'gap')
      this.#board.addGap(delivery.reason, delivery.missed, this.#clocks.wallClock());
    else this.#board.add(delivery.ticks, this.#clocks.now());
    this.#notifyNextFrame();
  };

  /** Takes in how the feed's connection is now. */
  readonly setConnection = (connection: Connection): void => {
    this.#connection = connection;
    this.#notifyNextFrame();
  };

  /** Shows another ticker. */
  readonly choose = (ticker: string): void => {
    this.#board.choose(ticker);
    this.flush();
  };

  /** Bars of the ticker that is shown, up to now; undefined before the first tick. */
  readonly series = (interval: Interval): Series | undefined => this.#board.chosen?.series(interval);

  /** Tells everybody now: for a tab that becomes visible. */
  readonly flush = (): void => {
    this.#frameDue = false;
    this.#view = this.#look();
    for (const listener of this.#listeners) listener();
  };

  #notifyNextFrame(): void {
    if (this.#frameDue) return;
    this.#frameDue = true;
    this.#clocks.nextFrame(() => {
      if (this.#frameDue) this.flush();
    });
  }

  #look(): View {
    const { names, chosenName, chosen, gap, full } = this.#board;
    return {
      connection: this.#connection,
      tickers: names,
      ticker: chosenName,
      rows: chosen?.rows.slice(-RECENT_TICKS).toReversed() ?? [],
      first: chosen?.first ?? null,
      arrivedAt: chosen?.arrivedAt ?? null,
      late: chosen?.late ?? 0,
      gap,
      full,
    };
  }
}
