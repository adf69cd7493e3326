import type { Tick } from '@ticker/protocol';
import { Backlog } from './backlog.ts';
import { Batches } from './batch.ts';
import { includes, type Tickers } from './filter.ts';
import { Subscriber } from './subscriber.ts';

/** A connection that is told when its subscriber may have something to read. */
export interface Listener {
  /** Sends what the connection can take of `subscriber.next()`. */
  pump(): void;
}

/** The clock and timer that the hub flushes by; replaced in tests. */
export interface FlushTimer {
  /** Milliseconds, from any origin. */
  now(): number;
  after(ms: number, run: () => void): void;
}

/**
 * The fan-out point of a process: one backlog, and everybody who reads it. Pull, not push: a new tick wakes the
 * listeners, and each reads what its connection can take.
 */
export class Hub {
  readonly backlog: Backlog;
  readonly #batches: Batches;
  readonly #flushMs: number;
  readonly #timer: FlushTimer;
  readonly #listeners = new Set<Listener>();
  /** Who waits for an id, and of which tickers. */
  readonly #awaited = new Map<string, Map<() => void, Tickers>>();
  #live: (readonly Tick[])[] = [];
  /** Called after a flush with the live ticks that came since the one before. For whoever measures. */
  onFlush: ((batches: readonly (readonly Tick[])[]) => void) | undefined;
  #flushedAt = -Infinity;
  #scheduled = false;

  /**
   * @param capacity ticks that the backlog holds (`BACKLOG_MAX`)
   * @param flushMs shortest time between two flushes under load (`FLUSH_MS`), so that bursts share frames
   */
  constructor(capacity: number, flushMs: number, timer: FlushTimer) {
    this.backlog = new Backlog(capacity);
    this.#batches = new Batches(this.backlog);
    this.#flushMs = flushMs;
    this.#timer = timer;
  }

  get subscribers(): number {
    return this.#listeners.size;
  }

  subscriber(): Subscriber {
    return new Subscriber(this.backlog, this.#batches);
  }

  join(listener: Listener): void {
    this.#listeners.add(listener);
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /**
   * Ticks arrived, in their order.
   *
   * @param live false: they are what the topic held already
   */
  append(ticks: readonly Tick[], live = true): void {
    this.backlog.append(ticks);
    if (live && this.onFlush) this.#live.push(ticks);
    if (this.#awaited.size > 0) this.#arrived(ticks);
    this.#wake();
  }

  /** Ticks may be missing here. */
  gap(recreated: boolean): void {
    if (recreated) this.backlog.clear();
    this.backlog.gap();
    this.#wake();
  }

  /** Whether a tick of these tickers with this id is held: to whoever may not read it, it is not there. */
  holds(id: string, tickers: Tickers): boolean {
    const position = this.backlog.position(id);
    return position !== undefined && includes(tickers, this.backlog.at(position));
  }

  /**
   * Resolves once a tick of these tickers with this id is held, or when the signal aborts. One of another ticker is
   * waited for like one that never was: how long it takes would tell that there is one.
   */
  async arrival(id: string, tickers: Tickers, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.holds(id, tickers)) return;
    await new Promise<void>((resolve) => {
      const waiting = this.#awaited.get(id) ?? new Map<() => void, Tickers>();
      const arrived = (): void => {
        if (waiting.delete(arrived) && waiting.size === 0) this.#awaited.delete(id);
        resolve();
      };
      this.#awaited.set(id, waiting.set(arrived, tickers));
      signal.addEventListener('abort', arrived);
    });
  }

  #arrived(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      for (const [arrived, tickers] of this.#awaited.get(tick.id) ?? [])
        if (includes(tickers, tick)) arrived();
    }
  }

  /** At once when idle; under load not more often than every `flushMs`. */
  #wake(): void {
    if (this.#scheduled) return;
    const wait = this.#flushedAt + this.#flushMs - this.#timer.now();
    if (wait <= 0) {
      this.#flush();
      return;
    }
    this.#scheduled = true;
    this.#timer.after(wait, () => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    this.#flushedAt = this.#timer.now();
    for (const listener of this.#listeners) listener.pump();
    if (this.#live.length === 0) return;
    const live = this.#live;
    this.#live = [];
    this.onFlush?.(live);
  }
}
