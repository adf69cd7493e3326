import { EVERY_TICKER, type Mode, type Tick } from '@ticker/protocol';
import type { Backlog } from './backlog.ts';
import { Recent } from './recent.ts';

/** A set of tickers: names, or every ticker. */
export type Tickers = ReadonlySet<string> | typeof EVERY_TICKER;

const NONE: ReadonlySet<string> = new Set();

/** Filters that are shared. Clients choose names, so it has a bound. */
const SHARED = 256;

/**
 * Which tickers a subscriber wants in which mode. Immutable. Two filters that want the same have the same `key`, so
 * that what was read for one can be sent to the other; and mostly they are one object, since a thousand subscribers
 * that want the same would else have a KB of memory for it each, to be fetched for every frame.
 */
export class Filter {
  static readonly #shared = new Recent<Filter>(SHARED);
  static readonly empty = new Filter('', new Map());

  readonly key: string;
  readonly all: Tickers;
  readonly latest: Tickers;
  readonly #modes: ReadonlyMap<string, Mode>;

  private constructor(key: string, modes: ReadonlyMap<string, Mode>) {
    this.#modes = modes;
    this.key = key;
    this.all = pick(modes, 'all');
    this.latest = pick(modes, 'latest');
  }

  static #of(modes: ReadonlyMap<string, Mode>): Filter {
    const key = [...modes]
      .map(([ticker, mode]) => `${ticker}:${mode}`)
      .toSorted()
      .join(',');
    const filter = Filter.#shared.get(key) ?? new Filter(key, modes);
    Filter.#shared.keep(key, filter);
    return filter;
  }

  static of(tickers: readonly string[], mode: Mode): Filter {
    return Filter.empty.with(tickers, mode);
  }

  /** How many names, `*` counting as one. */
  get size(): number {
    return this.#modes.size;
  }

  get everything(): boolean {
    return this.#modes.has(EVERY_TICKER);
  }

  /** The names wanted: `['*']` for every ticker. */
  get tickers(): string[] {
    return [...this.#modes.keys()];
  }

  /** Whether the ticker is wanted, by name or by `*`. */
  wants(ticker: string): boolean {
    return this.everything || this.#modes.has(ticker);
  }

  /** Adds tickers, or changes their mode. `*` absorbs names: those there were, and those that come later. */
  with(tickers: readonly string[], mode: Mode): Filter {
    if (tickers.includes(EVERY_TICKER)) return Filter.#of(new Map([[EVERY_TICKER, mode]]));
    if (this.everything) return this;
    return Filter.#of(new Map([...this.#modes, ...tickers.map((ticker) => [ticker, mode] as const)]));
  }

  /** Takes tickers out, `*` all of them; the caller has seen to it that no name is taken out of `*`. */
  without(tickers: readonly string[]): Filter {
    if (tickers.includes(EVERY_TICKER)) return Filter.empty;
    const left = new Map(this.#modes);
    for (const ticker of tickers) left.delete(ticker);
    return Filter.#of(left);
  }
}

/** Whether the ticker is in the set. */
export function includes(tickers: Tickers, tick: Tick): boolean {
  return tickers === EVERY_TICKER || tickers.has(tick.ticker);
}

/** Whether the set has no ticker. */
export function isEmpty(tickers: Tickers): boolean {
  return tickers !== EVERY_TICKER && tickers.size === 0;
}

/** How many ticks of these tickers have a smaller position. Exact for positions between `first` and `next`. */
export function countBefore(backlog: Backlog, tickers: Tickers, position: number): number {
  if (tickers === EVERY_TICKER) return position;
  let count = 0;
  for (const ticker of tickers) count += backlog.countBefore(ticker, position);
  return count;
}

/** Position of the newest tick of these tickers before `position`; undefined where none is held. */
export function newestBefore(backlog: Backlog, tickers: Tickers, position: number): number | undefined {
  if (tickers === EVERY_TICKER) return position > backlog.first ? position - 1 : undefined;
  let newest: number | undefined;
  for (const ticker of tickers) {
    const at = backlog.nth(ticker, backlog.countBefore(ticker, position) - 1);
    if (at !== undefined && at > (newest ?? -1)) newest = at;
  }
  return newest;
}

function pick(modes: ReadonlyMap<string, Mode>, wanted: Mode): Tickers {
  if (modes.get(EVERY_TICKER) === wanted) return EVERY_TICKER;
  if (modes.has(EVERY_TICKER)) return NONE;
  return new Set([...modes].filter(([, mode]) => mode === wanted).map(([ticker]) => ticker));
}
