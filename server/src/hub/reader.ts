import { type GapReason, Limits, type Tick } from '@ticker/protocol';
import type { Backlog } from './backlog.ts';
import { type Batch, type Batches, conflated, type Progress, progressAt } from './batch.ts';
import { countBefore, type Filter, includes, isEmpty } from './filter.ts';
import { type Floors, LeftOut, NO_FLOORS } from './left-out.ts';
import type { ResumePoint } from './resume.ts';

/** Ticks, and how many were skipped for them. */
export interface ConflatedItem {
  readonly type: 'batch';
  readonly batch: Pick<Batch, 'ticks' | 'conflated'>;
}

/** Ticks that can't be sent any more, or may be missing. A snapshot follows it. */
export interface GapItem {
  readonly type: 'gap';
  readonly reason: GapReason;
  readonly missed: number | null;
}

/** What a subscriber is to be sent next. */
export type Item = ConflatedItem | GapItem | { readonly type: 'snapshot'; readonly ticks: readonly Tick[] };

/** Where a reader begins, and what it leaves out. */
export interface Start extends Pick<ResumePoint, 'from' | 'skip'> {
  readonly floors?: Floors;
}

/** A position in the backlog and the tickers that are read from there: live ones, or a stretch that is sent again. */
export class Reader {
  readonly #backlog: Backlog;
  readonly #batches: Batches;
  readonly #filter: Filter;
  readonly #end: number | undefined;
  readonly #leftOut: LeftOut;
  /** How many ticks it has yet to leave out. Kept, because the ring may overwrite them. */
  #toLeaveOut: number;
  /** How many ticks were wanted before the end. Kept, because the ring may overwrite the end too. */
  readonly #endCount: number;
  #progress: Progress;
  #told: number;

  /**
   * @param start where it begins, and what it leaves out
   * @param told gaps at or before this position are known to the client
   * @param end where it is done; undefined: never, it reads what comes
   */
  constructor(
    backlog: Backlog,
    batches: Batches,
    filter: Filter,
    { from, skip, floors = NO_FLOORS }: Start,
    { told, end }: { told: number; end?: number },
  ) {
    this.#backlog = backlog;
    this.#batches = batches;
    this.#filter = filter;
    this.#end = end;
    const nothing = skip.size === 0 && floors === NO_FLOORS;
    this.#leftOut = nothing ? LeftOut.nothing : new LeftOut(backlog, filter.all, from, skip, floors);
    this.#toLeaveOut = this.#leftOut.countFrom(from);
    this.#progress = progressAt(backlog, filter, from);
    this.#endCount = end === undefined ? Infinity : countBefore(backlog, filter.all, end);
    this.#told = told;
  }

  get filter(): Filter {
    return this.#filter;
  }

  get position(): number {
    return this.#progress.all;
  }

  get told(): number {
    return this.#told;
  }

  /** Whether the ring has overwritten ticks that should still be sent. `latest` tickers conflate instead. */
  get lapsed(): boolean {
    return this.#progress.all < this.#backlog.first && !isEmpty(this.#filter.all);
  }

  /** Where the next gap stands that it has yet to tell; undefined: none does. */
  get gap(): number | undefined {
    // A gap stands before the tick at its position; a stretch does not tell the one that the live reader will.
    const last = this.#end === undefined ? this.#backlog.next : this.#end - 1;
    return this.#backlog.gapWithin(Math.max(this.#progress.all, this.#told + 1), last);
  }

  /** How many ticks it has yet to send before `position`, which is still held. Exact, also for overwritten ones. */
  owes(position: number): number {
    if (position <= this.#progress.all) return 0;
    const wanted = Math.min(this.#endCount, countBefore(this.#backlog, this.#filter.all, position));
    return wanted - this.#progress.allCount - (this.#toLeaveOut - this.#leftOut.countFrom(position));
  }

  /**
   * The ring has overtaken it, which is told: goes on here. `latest` tickers stay where they are, and conflate. A gap that
   * comes to stand here from now on is another one.
   */
  moveTo(position: number): void {
    const { latest, latestCount } = this.#progress;
    this.#progress = { ...progressAt(this.#backlog, this.#filter, position), latest, latestCount };
    this.#told = this.#backlog.gapWithin(position, position) ?? this.#told;
  }

  /** The same stretch without some tickers. */
  without(tickers: readonly string[]): Reader {
    const { listed: skip, floors } = this.#leftOut;
    const start = { from: this.#progress.all, skip, floors };
    const end = this.#end === undefined ? {} : { end: this.#end };
    return new Reader(this.#backlog, this.#batches, this.#filter.without(tickers), start, {
      told: this.#told,
      ...end,
    });
  }

  /** The newest of each `latest` ticker now, ahead of the rest: its subscription is about to change. */
  conflate(): ConflatedItem | undefined {
    const { latest, latestCount } = this.#progress;
    const batch = conflated(this.#backlog, this.#filter.latest, latest, latestCount);
    return batch && { type: 'batch', batch };
  }

  /** What to send next: ticks, or a gap; undefined when it has caught up, or is done. */
  next(): ConflatedItem | GapItem | undefined {
    const end = this.#end ?? this.#backlog.next;
    for (;;) {
      const from = this.#progress;
      const { gap } = this;
      if (gap === from.all) {
        this.#told = gap;
        return { type: 'gap', reason: 'upstream', missed: null };
      }
      const to = gap ?? end;
      const current = isEmpty(this.#filter.latest) || from.latest >= this.#backlog.next;
      if (from.all >= to && current) return undefined;
      const batch =
        from.all < this.#leftOut.end ? this.#partly(Math.min(to, this.#leftOut.end)) : this.#shared(to);
      this.#progress = batch.progress;
      if (batch.ticks.length > 0 || batch.conflated > 0) return { type: 'batch', batch };
      if (batch.progress.all === from.all && batch.progress.latest === from.latest) return undefined;
    }
  }

  #shared(to: number): Batch {
    return this.#batches.read(this.#filter, this.#progress, to);
  }

  /** The stretch in which some ticks are left out: nobody else needs exactly that, so it is not shared. */
  #partly(to: number): Batch {
    const { all, allCount } = this.#progress;
    const ticks: Tick[] = [];
    let wanted = 0;
    let position = all;
    for (; position < to && ticks.length < Limits.batch; position++) {
      const tick = this.#backlog.at(position);
      if (!includes(this.#filter.all, tick)) continue;
      wanted++;
      if (!this.#leftOut.has(position, tick.ticker)) ticks.push(tick);
    }
    this.#toLeaveOut -= wanted - ticks.length;
    const progress = { ...this.#progress, all: position, allCount: allCount + wanted };
    return { ticks, conflated: 0, progress };
  }
}
