import { EVERY_TICKER } from '@ticker/protocol';
import { Backlog } from './backlog.ts';
import type { Tickers } from './filter.ts';

/** Of each ticker, the position before which its ticks were sent, or will be. */
export interface Floors {
  /** Of tickers that are not named. */
  readonly base: number;
  /** All above the base. */
  readonly named: ReadonlyMap<string, number>;
}

export const NO_FLOORS: Floors = { base: 0, named: new Map() };

/**
 * What a stretch that is sent again leaves out: the ticks that the client lists, and those before their ticker's floor.
 * It holds floors, not the positions before them: a hundred thousand of those would be as many as there are ticks, for
 * each resume that a client asks for.
 */
export class LeftOut {
  /** Of whoever reads what comes: one for them all. */
  static readonly nothing = new LeftOut(new Backlog(0), new Set(), 0, [], NO_FLOORS);

  readonly #backlog: Backlog;
  readonly #listed: ReadonlySet<number>;
  readonly #base: number;
  readonly #named: ReadonlyMap<string, number>;
  /** Nothing is left out at this position or later. */
  readonly end: number;

  /**
   * @param tickers of the stretch
   * @param from its first position, which must still be held
   * @param listed positions that the client lists; those of other tickers count for nothing
   */
  constructor(backlog: Backlog, tickers: Tickers, from: number, listed: Iterable<number>, floors: Floors) {
    this.#backlog = backlog;
    this.#base = tickers === EVERY_TICKER ? floors.base : 0;
    const names = tickers === EVERY_TICKER ? floors.named.keys() : tickers;
    const named = [...names].map((name) => [name, floors.named.get(name) ?? floors.base] as const);
    this.#named = new Map(named.filter(([, floor]) => floor > Math.max(from, this.#base)));
    const positions = [...listed].filter((at) => {
      if (at < from) return false;
      const { ticker } = backlog.at(at);
      return (tickers === EVERY_TICKER || tickers.has(ticker)) && at >= this.#floor(ticker);
    });
    this.#listed = new Set(positions);
    this.end = [this.#base, ...this.#named.values(), ...positions.map((at) => at + 1)].reduce(
      (most, position) => Math.max(most, position),
      0,
    );
  }

  /** Whether the tick of the stretch at a position is left out. */
  has(position: number, ticker: string): boolean {
    return position < this.#floor(ticker) || this.#listed.has(position);
  }

  /** How many are left out from a position on, which must still be held. */
  countFrom(position: number): number {
    let count = Math.max(0, this.#base - position);
    const since = Math.max(position, this.#base);
    for (const [ticker, floor] of this.#named) {
      if (floor <= since) continue;
      count += this.#backlog.countBefore(ticker, floor) - this.#backlog.countBefore(ticker, since);
    }
    for (const at of this.#listed) if (at >= position) count++;
    return count;
  }

  /** To leave out the same of a part of the stretch. */
  get listed(): ReadonlySet<number> {
    return this.#listed;
  }

  get floors(): Floors {
    return { base: this.#base, named: this.#named };
  }

  #floor(ticker: string): number {
    return this.#named.get(ticker) ?? this.#base;
  }
}
