import { type Bar, barAt } from '../store/bar.ts';
import { type Interval, INTERVALS } from '../store/interval.ts';
import type { Series } from '../store/series.ts';
import { type AskCandles, CandleFailure, CANDLES_MAX, type CandleQuery } from './candle-api.ts';
import { Past } from './past.ts';

/** Candles that are asked for at a time: two chart widths at the usual zoom. */
export const PAGE = 300;

/** How it stands with the bars that are older than the first one. */
export type PastState =
  | { readonly status: 'idle' | 'loading' }
  /** There are none: the topic begins here. */
  | { readonly status: 'begun' }
  /** No more are held. */
  | { readonly status: 'full' }
  /** `said`: the server's words; null where it gave no answer. */
  | { readonly status: 'failed'; readonly said: string | null };

/** What a timeline is made of. */
export interface TimelineParts {
  readonly ticker: string;
  readonly interval: Interval;
  /** The live bars; undefined while there are none, or those of another ticker. */
  readonly live: () => Series | undefined;
  readonly ask: AskCandles;
  /** This device's clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** A bar of which ticks may have been on their way when the server answered, and those after it. */
interface Unsettled {
  /** Its time, and the end of the last of them, in seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** How many live bars were later at the answer: some publisher's clock may be ahead. */
  readonly later: number;
}

/** The bars of one ticker and one interval: those that this page has seen, and before them the server's. */
export class Timeline {
  readonly #parts: TimelineParts;
  readonly #listeners = new Set<() => void>();
  #asking: AbortController | undefined;
  #settling = new AbortController();
  #state: PastState = { status: 'idle' };
  #past = new Past();
  /** What the server has answered begins here; undefined: it was not asked. */
  #asked: number | undefined;
  #unsettled: Unsettled | undefined;
  /** The live bars were a copy when the server answered. */
  #answeredHeld = false;
  /** What was left out then is asked for, or was in vain. */
  #completing = false;
  #start: number | undefined;
  #bars: readonly Bar[] = [];
  #following = true;
  #inSight = 0;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  /** For useSyncExternalStore, and the chart: told when the state of the past changes, and with it the bars. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For useSyncExternalStore. */
  readonly state = (): PastState => this.#state;

  get ticker(): string {
    return this.#parts.ticker;
  }

  get interval(): Interval {
    return this.#parts.interval;
  }

  /** Whether one looks at the newest bars. Only then may old ones go, but not those `inSight`: so many at the end. */
  setFollowing(following: boolean, inSight = 0): void {
    this.#following = following;
    this.#inSight = inSight;
  }

  /** All bars as they are now, oldest first. A bar that has not changed is the same object. */
  look(): readonly Bar[] {
    const series = this.#parts.live();
    const live = series?.bars ?? [];
    const start = live[0]?.time;
    if (start !== undefined && start > (this.#start ?? start)) this.#takeOver(start);
    this.#start = start;
    if (this.#answeredHeld && series && !series.held) this.#completeAgain();
    else this.#settle(live);
    if (this.#following) this.#prune();
    this.#bars = this.#past.join(live);
    return this.#bars;
  }

  /** Asks for older bars, unless that is under way, has failed, or there are none. */
  older(): void {
    if (this.#state.status !== 'idle') return;
    if (this.#past.full) return this.#become({ status: 'full' });
    if (this.#asked === undefined) this.#fetchNewest();
    else this.#fetch({ to: this.#asked, limit: PAGE });
  }

  /** Asks once more, after a failure. */
  again(): void {
    if (this.#state.status !== 'failed') return;
    this.#become({ status: 'idle' });
    if (this.#completing) this.#fetchNewest();
    else this.older();
  }

  /** Asks for nothing more. */
  close(): void {
    this.#settling.abort();
    this.#settling = new AbortController();
    this.#leave();
  }

  /** Ends the question that is under way. */
  #leave(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#completing = false;
    if (this.#state.status === 'loading') this.#state = { status: 'idle' };
  }

  #takeOver(start: number): void {
    if (barAt(this.#bars, start)) return this.#past.takeOver(this.#bars, start);
    // Nobody has looked for so long, as in a hidden tab, that bars between came and went.
    this.#reset();
  }

  #prune(): void {
    if (this.#past.torn) this.#reset();
    else if (this.#past.prune(this.#inSight + PAGE)) {
      if (this.#asked !== undefined) this.#asked = this.#past.start;
      this.#rest();
    }
  }

  #reset(): void {
    this.#past = new Past();
    this.#asked = undefined;
    this.#unsettled = undefined;
    this.#answeredHeld = false;
    this.#rest();
  }

  /** What the live bars had when the server answered is not known: a held copy of them stood in their place. */
  #completeAgain(): void {
    if (this.#completing) return;
    this.#completing = true;
    queueMicrotask(() => {
      if (this.#completing) this.#fetchNewest();
    });
  }

  /** Asks once more for the bar that was still growing at the last answer, once a later one has begun: it is over. */
  #settle(live: readonly Bar[]): void {
    const unsettled = this.#unsettled;
    if (!unsettled || after(live, unsettled.from) <= unsettled.later) return;
    this.#unsettled = undefined;
    const { to, limit } = unsettled;
    const { ticker, interval, ask } = this.#parts;
    const past = this.#past;
    ask({ ticker, interval, to, limit }, this.#settling.signal).then(
      (candles) => {
        if (past === this.#past) this.#put(candles);
      },
      // It stays as near as it was.
      () => {},
    );
  }

  #put(candles: readonly Bar[]): void {
    const series = this.#parts.live();
    const live = series?.bars ?? [];
    if (series?.held) {
      // What is newer is later than the moment that is held, and the last bar went on after it.
      const end = live.at(-1)?.time ?? Infinity;
      this.#answeredHeld = true;
      return this.#past.put(
        candles.filter(({ time }) => time < end),
        live,
      );
    }
    this.#past.put(candles, live);
  }

  /** There is more to ask for again. */
  #rest(): void {
    this.#leave();
    if (this.#state.status === 'idle') return;
    // Later: this is amid a look, and whoever is told looks again.
    queueMicrotask(() => this.#become({ status: 'idle' }));
  }

  #fetchNewest(): void {
    const live = this.#parts.live()?.bars.length ?? 0;
    this.#fetch({ limit: Math.min(live + PAGE, CANDLES_MAX) });
  }

  #fetch(query: Pick<CandleQuery, 'to' | 'limit'>): void {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#become({ status: 'loading' });
    const { ticker, interval, ask } = this.#parts;
    ask({ ticker, interval, ...query }, asking.signal).then(
      (candles) => {
        if (this.#asking === asking) this.#take(candles, query);
      },
      (error: unknown) => {
        if (this.#asking !== asking) return;
        this.#become({ status: 'failed', said: error instanceof CandleFailure ? error.said : null });
      },
    );
  }

  #take(candles: readonly Bar[], { to, limit }: Pick<CandleQuery, 'to' | 'limit'>): void {
    this.#put(candles);
    if (to === undefined) this.#goesOn(candles);
    const oldest = candles[0]?.time;
    if (oldest !== undefined) this.#asked = Math.min(oldest, this.#asked ?? oldest);
    // Fewer than asked for: the topic has no more.
    this.#become({ status: candles.length < limit ? 'begun' : 'idle' });
  }

  /** Takes in that the newest candles have come. */
  #goesOn(candles: readonly Bar[]): void {
    const series = this.#parts.live();
    this.#completing = false;
    this.#answeredHeld = series?.held ?? false;
    const last = candles.at(-1);
    if (this.#answeredHeld || !last) return;
    const { interval, now = Date.now } = this.#parts;
    // Publishers' clocks may be ahead: the present bar need not be the last one.
    const present = after(candles, now() / 1000);
    const from = candles[candles.length - 1 - (present < candles.length ? present : 0)]!.time;
    this.#unsettled = {
      from,
      to: last.time + INTERVALS[interval],
      limit: after(candles, from) + 1,
      later: after(series?.bars ?? [], from),
    };
  }

  #become(state: PastState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** How many bars begin after a time, in seconds since 1970. */
function after(bars: readonly Bar[], time: number): number {
  return bars.filter((bar) => bar.time > time).length;
}
