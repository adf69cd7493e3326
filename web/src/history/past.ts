import { type Bar, barAt, findBar } from '../store/bar.ts';

/** Bars held from before the live ones, at most: some 3 MB. */
export const PAST_MAX = 20_000;

/** Of them, so many are kept once one looks at the newest prices again, or more that are in sight. Dropped in steps. */
const KEPT = 1500;
const STEP = 500;

/** A candle of the server, or a bar that the live ones have given up. */
interface Held {
  readonly bar: Bar;
  /** How many of its ticks the live bar of its time had when the server answered. */
  readonly seen: number;
}

/**
 * Bars from before the live ones, and how the two are joined.
 *
 * Live bars hold only what this page has seen: the first one may have begun before the page was opened. The server's
 * candle is complete up to its answer. So where there are both, the candle counts, and what the live bar has got since
 * then is added to it. Ticks that were on their way at that moment may be counted twice, or not at all, until the bar is
 * over and the server is asked for it once more (`Timeline`); no price is lost.
 */
export class Past {
  #held: Held[] = [];
  /** What live bars have become: the same object as long as they are, since the chart draws what is another. */
  #joined = new WeakMap<Bar, Bar>();
  #torn = false;

  /** When the oldest begins, in seconds since 1970. */
  get start(): number | undefined {
    return this.#held[0]?.bar.time;
  }

  /** Whether bars are missing between these and the live ones. */
  get torn(): boolean {
    return this.#torn;
  }

  get full(): boolean {
    return this.#held.length >= PAST_MAX;
  }

  /** Takes in an answer of the server, sorted by time, that came while the live bars were these. */
  put(candles: readonly Bar[], live: readonly Bar[]): void {
    const fresh = candles.map((bar): Held => ({ bar, seen: barAt(live, bar.time)?.count ?? 0 }));
    const times = new Set(candles.map(({ time }) => time));
    this.#held = [...this.#held.filter(({ bar }) => !times.has(bar.time)), ...fresh].toSorted(
      (a, b) => a.bar.time - b.bar.time,
    );
    this.#joined = new WeakMap();
  }

  /** Takes over the bars that the live ones have given up: those of `shown` that are older than `start`. */
  takeOver(shown: readonly Bar[], start: number): void {
    const gone = shown.slice(0, findBar(shown, start));
    const room = gone.slice(0, PAST_MAX);
    // The newest of them: the oldest may be what one looks at.
    if (room.length < gone.length) this.#torn = true;
    const rest = this.#held.filter(({ bar }) => bar.time >= start);
    this.#held = [...room.map((bar) => ({ bar, seen: 0 })), ...rest];
  }

  /** Drops the oldest where there are more than one needs at the newest prices. @returns whether it did */
  prune(inSight = 0): boolean {
    const kept = Math.max(KEPT, inSight);
    if (this.#held.length <= kept + STEP) return false;
    this.#held = this.#held.slice(-kept);
    return true;
  }

  /** These bars and the live ones, oldest first, each time once. */
  join(live: readonly Bar[]): Bar[] {
    const held = this.#held;
    const all: Bar[] = [];
    let at = 0;
    for (const bar of live) {
      while (at < held.length && held[at]!.bar.time < bar.time) all.push(held[at++]!.bar);
      if (held[at]?.bar.time === bar.time) all.push(this.#known(bar, joined, held[at++]!));
      else all.push(this.#torn && bar === live[0] ? this.#known(bar, apart) : bar);
    }
    while (at < held.length) all.push(held[at++]!.bar);
    return all;
  }

  #known<T extends readonly unknown[]>(live: Bar, make: (live: Bar, ...rest: T) => Bar, ...rest: T): Bar {
    const known = this.#joined.get(live);
    if (known) return known;
    const bar = make(live, ...rest);
    this.#joined.set(live, bar);
    return bar;
  }
}

/** A bar after ones that are not held: no line leads to it. */
function apart(live: Bar): Bar {
  return { missed: null, ...live, gap: live.gap ?? 'before' };
}

/** A candle and the live bar of its time in one. */
function joined(live: Bar, { bar, seen }: Held): Bar {
  const more = Math.max(live.count - seen, 0);
  return {
    ...live,
    open: bar.open,
    high: Math.max(bar.high, live.high),
    low: Math.min(bar.low, live.low),
    close: more > 0 ? live.close : bar.close,
    count: bar.count + more,
  };
}
