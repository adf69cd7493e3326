import type { GapNote, ShownBoard, ShownTicker } from './shown.ts';
import type { WatchRow } from './watch-row.ts';

/** A board as it was when it was held. One can look around in it, at other tickers too. */
export class HeldBoard implements ShownBoard {
  readonly names: readonly string[];
  readonly gap: GapNote | null;
  readonly full: boolean;
  readonly watch: readonly WatchRow[];
  readonly #tickers: ReadonlyMap<string, ShownTicker>;
  #chosen: string | null;

  /** @param board what it is made of; `tickers`: each of its own, held */
  constructor(board: ShownBoard, tickers: ReadonlyMap<string, ShownTicker>) {
    this.names = board.names;
    this.gap = board.gap;
    this.full = board.full;
    this.watch = board.watch;
    this.#chosen = board.chosenName;
    this.#tickers = tickers;
  }

  get chosenName(): string | null {
    return this.#chosen;
  }

  get chosen(): ShownTicker | undefined {
    return this.#chosen === null ? undefined : this.#tickers.get(this.#chosen);
  }

  /** Shows another ticker; one that is not held is ignored. */
  choose(name: string): void {
    if (this.#tickers.has(name)) this.#chosen = name;
  }
}
