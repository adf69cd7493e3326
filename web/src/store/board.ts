import type { Gap, Tick } from '@ticker/protocol';
import { TickerRecord } from './ticker-record.ts';

/** Tickers held at most: what a person can pick from, and some 50 MB once all their bars are full. */
export const TICKERS_MAX = 128;

/** A ticker that was quiet for so many milliseconds makes room for a new one. Sooner, many would oust each other. */
const QUIET_MS = 60_000;

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

/** All tickers seen, with what is held of each; bounded. */
export class Board {
  #records = new Map<string, TickerRecord>();
  #chosen: string | undefined;
  #gap: GapNote | null = null;
  #names: readonly string[] = [];
  #full = false;

  /** Names in alphabetical order; the same array until they change. */
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

  get gap(): GapNote | null {
    return this.#gap;
  }

  /** Whether there are tickers that could not be held. */
  get full(): boolean {
    return this.#full;
  }

  /** Shows another ticker; one that is not held is ignored. */
  choose(name: string): void {
    if (this.#records.has(name)) this.#chosen = name;
  }

  /** Takes in ticks that arrived at `now` (our clock, milliseconds). */
  add(ticks: readonly Tick[], now: number): void {
    for (const tick of ticks) this.#record(tick, now)?.add(tick, now);
  }

  /** Takes in a gap heard of at `at`, milliseconds since 1970. All tickers have it: nobody knows which were missed. */
  addGap(reason: GapNote['reason'], missed: number | null, at: number): void {
    this.#gap = { at, reason, missed, count: (this.#gap?.count ?? 0) + 1 };
    for (const record of this.#records.values()) record.noteGap();
  }

  #record(tick: Tick, now: number): TickerRecord | undefined {
    const { ticker } = tick;
    const held = this.#records.get(ticker);
    if (held || !this.#makeRoom(now)) return held;
    const record = new TickerRecord(tick);
    this.#chosen ??= ticker;
    this.#records.set(ticker, record);
    this.#names = [...this.#records.keys()].toSorted();
    return record;
  }

  #makeRoom(now: number): boolean {
    if (this.#records.size < TICKERS_MAX) return true;
    for (const [name, { arrivedAt }] of this.#records) {
      if (name !== this.#chosen && now - arrivedAt > QUIET_MS) return this.#records.delete(name);
    }
    this.#full = true;
    return false;
  }
}
