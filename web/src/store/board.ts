import type { Tick } from '@ticker/protocol';
import { HeldBoard } from './held-board.ts';
import type { GapNote, ShownBoard } from './shown.ts';
import { type Arrival, TickerRecord } from './ticker-record.ts';
import type { WatchRow } from './watch-row.ts';

export type { GapNote } from './shown.ts';

/** Tickers held at most: what a person can pick from, and some 80 MB once all their bars are full. */
export const TICKERS_MAX = 128;

/** A ticker that was quiet for so many milliseconds makes room for a new one. Sooner, many would oust each other. */
const QUIET_MS = 60_000;

/** All tickers seen, with what is held of each; bounded. */
export class Board implements ShownBoard {
  #records = new Map<string, TickerRecord>();
  #chosen: string | undefined;
  /** Chosen before it was seen. */
  #wanted: string | undefined;
  #gap: GapNote | null = null;
  #names: readonly string[] = [];
  #watch: readonly WatchRow[] = [];
  #full = false;
  /** Before that (feed's clock) no ticker has been quiet for long enough. */
  #roomAt = 0;

  get names(): readonly string[] {
    return this.#names;
  }

  /** The ticker to show: the one chosen, or the first that was seen. */
  get chosen(): TickerRecord | undefined {
    return this.#chosen === undefined ? undefined : this.#records.get(this.#chosen);
  }

  get chosenName(): string | null {
    return this.#chosen ?? null;
  }

  /** One that was chosen and not seen yet; null where none is waited for. */
  get wanted(): string | null {
    return this.#wanted ?? null;
  }

  get gap(): GapNote | null {
    return this.#gap;
  }

  get full(): boolean {
    return this.#full;
  }

  get watch(): readonly WatchRow[] {
    const watch = this.#names.flatMap((name) => this.#records.get(name)?.watchRow ?? []);
    const same = watch.length === this.#watch.length && watch.every((row, at) => row === this.#watch[at]);
    if (!same) this.#watch = watch;
    return this.#watch;
  }

  /** Shows another ticker; one that was not seen yet as soon as it is, unless another is chosen before that. */
  choose(name: string): void {
    const held = this.#records.has(name);
    if (held) this.#chosen = name;
    this.#wanted = held ? undefined : name;
  }

  /** Takes in ticks that came together. */
  add(ticks: readonly Tick[], arrival: Arrival): void {
    for (const tick of ticks) this.#record(tick, arrival.now)?.add(tick, arrival);
  }

  /** Takes in a gap heard of at `at`, milliseconds since 1970. All tickers have it: nobody knows which were missed. */
  addGap(reason: GapNote['reason'], missed: number | null, at: number): void {
    this.#gap = { at, reason, missed, count: (this.#gap?.count ?? 0) + 1 };
    for (const record of this.#records.values()) record.noteGap(missed);
  }

  /** What it is at `now` (feed's clock, milliseconds), whatever comes after. */
  hold(now: number): HeldBoard {
    const tickers = [...this.#records].map(([name, record]) => [name, record.hold(now)] as const);
    return new HeldBoard(this, new Map(tickers));
  }

  #record(tick: Tick, now: number): TickerRecord | undefined {
    const { ticker } = tick;
    const held = this.#records.get(ticker);
    if (held || !this.#makeRoom(now, ticker === this.#wanted)) return held;
    const record = new TickerRecord(tick);
    this.#records.set(ticker, record);
    this.#chosen ??= ticker;
    if (ticker === this.#wanted) this.choose(ticker);
    this.#names = [...this.#records.keys()].toSorted();
    return record;
  }

  /**
   * The one that was quiet for longest goes. Looked for only when there may be one: this is asked once a tick.
   *
   * @param wanted whether somebody waits for the new one: then it goes however lively it is
   */
  #makeRoom(now: number, wanted: boolean): boolean {
    if (this.#records.size < TICKERS_MAX) return true;
    if (wanted || now > this.#roomAt) {
      let quietest: string | undefined;
      let since = Infinity;
      for (const [name, { arrivedAt }] of this.#records) {
        if (name === this.#chosen || arrivedAt >= since) continue;
        quietest = name;
        since = arrivedAt;
      }
      this.#roomAt = since + QUIET_MS;
      const quiet = now > this.#roomAt;
      // One that is lively comes back, and finds no room.
      this.#full ||= !quiet;
      if (quietest !== undefined && (wanted || quiet)) return this.#records.delete(quietest);
    }
    this.#full = true;
    return false;
  }
}
