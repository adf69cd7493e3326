import { EVERY_TICKER, Limits, type Tick } from '@ticker/protocol';
import type { Backlog } from './backlog.ts';
import { countBefore, type Filter, includes, isEmpty, type Tickers } from './filter.ts';
import { Recent } from './recent.ts';
import type { ResumePoint } from './resume.ts';

/**
 * How far a subscriber has been read: `all` tickers to one position, `latest` tickers to another, since they wait
 * while the reader is behind. The counts are of the ticks wanted before those positions: kept, because once the ring
 * has overwritten a position, nobody can count up to it any more.
 */
export interface Progress {
  readonly all: number;
  readonly allCount: number;
  readonly latest: number;
  readonly latestCount: number;
}

/** Many ticks in a frame. The same object for all subscribers that need the same, so that it is encoded once. */
export interface Batch {
  readonly ticks: readonly Tick[];
  /** Ticks in `latest` mode that were skipped since the frame before. */
  readonly conflated: number;
  /** How far the subscriber has been read with it. */
  readonly progress: Progress;
}

interface Found {
  readonly position: number;
  readonly tick: Tick;
}

/** The progress of a reader that stands at `position` with all its tickers. `position` must still be held. */
export function progressAt(backlog: Backlog, filter: Filter, position: number): Progress {
  const allCount = countBefore(backlog, filter.all, position);
  const latestCount = countBefore(backlog, filter.latest, position);
  return { all: position, allCount, latest: position, latestCount };
}

/** Full batches that are remembered: what a crowd that comes back reads, some 100 KB each with its frame. */
const REMEMBERED = 32;

/** Reads ranges of the backlog as batches, each range once however many subscribers need it. */
export class Batches {
  readonly #backlog: Backlog;
  readonly #last = new Map<string, { from: Progress; batch: Batch }>();
  /**
   * Full ones by filter and where they begin. They stay the same whatever is appended. A thousand clients
   * that were away for the same ten seconds need the same ones, each of them in turn: without this, each had them encoded anew.
   */
  readonly #full = new Recent<Batch>(REMEMBERED);
  #next = 0;

  constructor(backlog: Backlog) {
    this.#backlog = backlog;
  }

  /** What comes after `from`: up to `end` (a gap, or the newest tick), and at most as many ticks as fit a frame. */
  read(filter: Filter, from: Progress, end: number): Batch {
    if (this.#next !== this.#backlog.next) {
      this.#last.clear();
      this.#next = this.#backlog.next;
    }
    const last = this.#last.get(filter.key);
    if (
      last &&
      last.from.all === from.all &&
      last.from.latest === from.latest &&
      last.batch.progress.all <= end
    ) {
      return last.batch;
    }
    const key = `${from.all} ${from.allCount} ${from.latest} ${from.latestCount} ${filter.key}`;
    const known = this.#full.get(key);
    const batch = known && known.progress.all <= end ? known : readBatch(this.#backlog, filter, from, end);
    this.#last.set(filter.key, { from, batch });
    // Up to the newest tick it may hold what `latest` tickers were at that moment.
    if (batch.ticks.length === Limits.batch && batch.progress.all < this.#backlog.next)
      this.#full.keep(key, batch);
    return batch;
  }
}

function readBatch(backlog: Backlog, filter: Filter, from: Progress, end: number): Batch {
  const found: Found[] = [];
  let position = isEmpty(filter.all) ? end : from.all;
  for (; position < end && found.length < Limits.batch; position++) {
    const tick = backlog.at(position);
    if (includes(filter.all, tick)) found.push({ position, tick });
  }
  const all = { all: position, allCount: from.allCount + found.length };
  // Conflation goes on until the reader has caught up: only then is the newest of each ticker really the newest.
  if (isEmpty(filter.latest) || position < backlog.next) {
    const progress = { ...all, latest: from.latest, latestCount: from.latestCount };
    return { ticks: found.map(({ tick }) => tick), conflated: 0, progress };
  }
  const latest = newestOf(backlog, filter.latest, from.latest, from.latestCount);
  return {
    ticks: inOrder([...found, ...latest.newest]),
    conflated: latest.skipped,
    progress: { ...all, latest: backlog.next, latestCount: latest.count },
  };
}

/**
 * The newest tick of each ticker since position `from`, oldest first, and how many were skipped for it.
 *
 * @param fromCount how many ticks these tickers had before `from`
 */
export function conflated(
  backlog: Backlog,
  tickers: Tickers,
  from: number,
  fromCount: number,
): Pick<Batch, 'ticks' | 'conflated'> | undefined {
  const { newest, skipped } = newestOf(backlog, tickers, from, fromCount);
  if (newest.length === 0) return undefined;
  return { ticks: inOrder(newest), conflated: skipped };
}

/**
 * The newest tick of each ticker that a client lacks who resumes, oldest first. It may stand before the newest that
 * the client lists: whom it was connected to had it later. What was skipped is counted from the newest listed on: before
 * it, nobody here knows what was counted there.
 */
export function lackedOf(
  backlog: Backlog,
  tickers: Tickers,
  { from, skip }: ResumePoint,
): Pick<Batch, 'ticks' | 'conflated'> | undefined {
  const after = Math.max(...skip) + 1;
  const { newest, count } = newestOf(backlog, tickers, from, 0);
  const lacked = newest.filter(({ position }) => !skip.has(position));
  if (lacked.length === 0) return undefined;
  const later = lacked.filter(({ position }) => position >= after).length;
  return { ticks: inOrder(lacked), conflated: count - countBefore(backlog, tickers, after) - later };
}

function inOrder(found: Found[]): Tick[] {
  return found.toSorted((a, b) => a.position - b.position).map(({ tick }) => tick);
}

function newestOf(backlog: Backlog, tickers: Tickers, from: number, fromCount: number) {
  const newest: Found[] = [];
  for (const name of tickers === EVERY_TICKER ? backlog.tickers() : tickers) {
    const latest = backlog.latest(name);
    if (latest && latest.position >= from) newest.push(latest);
  }
  const count = countBefore(backlog, tickers, backlog.next);
  return { newest, count, skipped: count - fromCount - newest.length };
}
