import type { Tick } from '@ticker/protocol';
import type { Connection } from '../feed/connection.ts';
import type { Delivery } from '../feed/event.ts';
import { Board } from './board.ts';
import type { HeldBoard } from './held-board.ts';
import type { Interval } from './interval.ts';
import type { Series } from './series.ts';
import type { GapNote, Pulse, Row, ShownBoard } from './shown.ts';
import { RECENT_TICKS } from './ticker-record.ts';
import type { WatchRow } from './watch-row.ts';

/** Milliseconds between two states of the watchlist: nobody reads fifty rows sixty times a second. */
const SLOW_MS = 250;

/** A view that was held. */
export interface Paused {
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** Ticks of all tickers that came since. */
  readonly held: number;
}

/** What the page shows, frozen at one frame. */
export interface View {
  readonly connection: Connection;
  readonly tickers: readonly string[];
  readonly ticker: string | null;
  /** One that is to be shown as soon as it is published; null where none is waited for. */
  readonly wanted: string | null;
  /** Newest first. */
  readonly rows: readonly Row[];
  /** The first tick held of the ticker, which changes are counted from: its price is the view's open. */
  readonly first: Tick | null;
  /** The highest and the lowest price since then. */
  readonly high: number | null;
  readonly low: number | null;
  /** When its last tick came, by the feed's clock in milliseconds; of one that came as history, when it was made. */
  readonly tickedAt: number | null;
  /** Read four times a second. */
  readonly pulse: Pulse | null;
  /** Its ticks that came after their bar was given up. */
  readonly late: number;
  readonly gap: GapNote | null;
  /** Whether there are more tickers than can be held. */
  readonly full: boolean;
  /** Every ticker in alphabetical order, four times a second; a row that has not changed is the same object. */
  readonly watch: readonly WatchRow[];
  /** Null while the page follows the feed. The connection is the real one, paused or not. */
  readonly paused: Paused | null;
  /** Ticks that the server skipped for the data saver since the page was opened. */
  readonly conflated: number;
}

/** What a store touches of the world. */
export interface StoreClocks {
  /** Calls back once, before one of the next frames is painted; some time later where nothing is painted. */
  readonly nextFrame: (callback: () => void) => void;
  /** The feed's clock, in milliseconds. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

interface Hold {
  readonly board: HeldBoard;
  readonly since: number;
  count: number;
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
  #conflated = 0;
  #hold: Hold | null = null;
  /** Frames asked for; the last one counts, unless a flush was sooner. */
  #asked = 0;
  #frameDue = false;
  /** Something has changed that the next frame shows. */
  #changed = false;
  /** Something has changed that may wait: the watchlist, the pulse, what was held. */
  #slowChanged = false;
  #slowAt = -Infinity;
  #view: View;

  constructor(clocks: StoreClocks) {
    this.#clocks = clocks;
    this.#view = this.#lookAt(null);
  }

  /** For useSyncExternalStore: the view as of the last frame. */
  readonly view = (): View => this.#view;

  /** What a frame would show now. */
  look(): View {
    return this.#lookAt(null);
  }

  /** For useSyncExternalStore, and the chart. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes in what the feed hands on. */
  readonly take = (delivery: Delivery): void => {
    const wallClock = this.#clocks.wallClock();
    if (delivery.type === 'gap') {
      this.#board.addGap(delivery.reason, delivery.missed, wallClock);
    } else {
      const { type, ticks } = delivery;
      this.#board.add(ticks, { now: this.#clocks.now(), wallClock, live: type === 'ticks' });
      if (this.#hold) this.#hold.count += ticks.length;
      if (delivery.type === 'ticks') this.#conflated += delivery.conflated;
    }
    this.#changed ||= this.#hold === null;
    this.#slowChanged = true;
    this.#notifyNextFrame();
  };

  /** Takes in how the feed's connection is now. */
  readonly setConnection = (connection: Connection): void => {
    this.#connection = connection;
    this.#changed = true;
    this.#notifyNextFrame();
  };

  /** Shows another ticker; one that was not seen yet as soon as it is. */
  readonly choose = (ticker: string): void => {
    this.#board.choose(ticker);
    this.#hold?.board.choose(ticker);
    this.flush();
  };

  /** Holds what is shown. Ticks are taken in all the same, so that nothing has to be made up for. */
  readonly pause = (): void => {
    if (this.#hold) return;
    const { now, wallClock } = this.#clocks;
    this.#hold = { board: this.#board.hold(now()), since: wallClock(), count: 0 };
    this.flush();
  };

  /** Shows what is. */
  readonly resume = (): void => {
    if (!this.#hold) return;
    this.#hold = null;
    this.flush();
  };

  /** Bars of the ticker that is shown, up to now or to the pause; undefined before the first tick. */
  readonly series = (interval: Interval): Series | undefined => this.#shown.chosen?.series(interval);

  /** Tells everybody now: for a tab that becomes visible. */
  readonly flush = (): void => {
    this.#frameDue = false;
    this.#slowChanged = true;
    this.#show(true);
  };

  get #shown(): ShownBoard {
    return this.#hold?.board ?? this.#board;
  }

  #notifyNextFrame(): void {
    if (this.#frameDue) return;
    this.#frameDue = true;
    const asked = ++this.#asked;
    // A tab that was hidden calls back for frames of long ago.
    this.#clocks.nextFrame(() => this.#frameDue && asked === this.#asked && this.#frame());
  }

  #frame(): void {
    this.#frameDue = false;
    const slow = this.#slowChanged && this.#clocks.now() - this.#slowAt >= SLOW_MS;
    if (this.#changed || slow) this.#show(slow);
    // What waits is shown by one of the next frames, whether another tick comes or not.
    if (this.#slowChanged) this.#notifyNextFrame();
  }

  #show(slow: boolean): void {
    this.#changed = false;
    if (slow) {
      this.#slowChanged = false;
      this.#slowAt = this.#clocks.now();
    }
    this.#view = this.#lookAt(slow ? null : this.#view);
    for (const listener of this.#listeners) listener();
  }

  /** @param before where what may wait is taken from; null: all anew */
  #lookAt(before: View | null): View {
    const { names, chosenName, chosen, gap, full } = this.#shown;
    const pulse = before?.ticker === chosenName ? before?.pulse : null;
    return {
      connection: this.#connection,
      tickers: names,
      ticker: chosenName,
      wanted: this.#board.wanted,
      rows: chosen?.rows.slice(-RECENT_TICKS).toReversed() ?? [],
      first: chosen?.first ?? null,
      high: chosen?.high ?? null,
      low: chosen?.low ?? null,
      tickedAt: chosen?.tickedAt ?? null,
      pulse: pulse ?? chosen?.pulse ?? null,
      late: chosen?.late ?? 0,
      gap,
      full,
      watch: before?.watch ?? this.#shown.watch,
      paused: this.#paused(),
      conflated: this.#conflated,
    };
  }

  #paused(): Paused | null {
    return this.#hold && { since: this.#hold.since, held: this.#hold.count };
  }
}
