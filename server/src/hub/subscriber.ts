import { EVERY_TICKER, type Mode, type Tick } from '@ticker/protocol';
import type { Backlog } from './backlog.ts';
import { type Batches, lackedOf } from './batch.ts';
import { countBefore, Filter, isEmpty, newestBefore, type Tickers } from './filter.ts';
import { history } from './history.ts';
import type { Floors } from './left-out.ts';
import { type ConflatedItem, type Item, Reader } from './reader.ts';
import { resumePoint, type ResumePoint } from './resume.ts';
import { Sent, type Stretch } from './sent.ts';

const NOTHING: ReadonlySet<number> = new Set();

/** What a subscribe asks for. */
export interface Request {
  readonly tickers: readonly string[];
  readonly mode: Mode;
  /** Ticks of a snapshot at most, across the tickers. */
  readonly history: number;
  /** Ids received last, oldest first; empty to begin anew. */
  readonly since: readonly string[];
}

/** What it gets at once. Where it is `resumed`, ticks follow from where the client was; else there is a snapshot. */
export type Subscription =
  | { readonly resumed: true; readonly mode: Mode }
  | { readonly resumed: false; readonly mode: Mode; readonly snapshot: readonly Tick[] };

/**
 * A subscriber of the hub: where it stands in the backlog, and the tickers it wants. It holds no queue of ticks: when
 * its connection can take more, `next()` reads on from its position, so a slow one costs nothing but its lag. Once
 * the ring has overtaken it, it is told how many ticks it missed.
 */
export class Subscriber {
  readonly #backlog: Backlog;
  readonly #batches: Batches;
  readonly #sent = new Sent();
  /** To be sent before anything is read: a gap and its snapshot. */
  readonly #queue: Item[] = [];
  /** To be sent before what is live: stretches of the backlog, and what a change of mode conflated. */
  #before: (Reader | ConflatedItem)[] = [];
  #live: Reader;
  /** By wanted name, the position since which every tick of it was sent, or is about to be. */
  readonly #since = new Map<string, number>();
  #history = 0;

  constructor(backlog: Backlog, batches: Batches) {
    this.#backlog = backlog;
    this.#batches = batches;
    this.#live = this.#reader(Filter.empty, backlog.next, backlog.next - 1);
  }

  get filter(): Filter {
    return this.#live.filter;
  }

  /**
   * Id of the newest tick of these tickers (`*`: the whole topic) that it was read past, subscribed or not; null where
   * there is none, or it is gone.
   */
  last(tickers: Tickers): string | null {
    const read = Math.min(...this.#readers().map((reader) => reader.position));
    if (this.filter.size === 0 || read <= this.#backlog.first) return null;
    const newest = newestBefore(this.#backlog, tickers, read);
    return newest === undefined ? null : this.#backlog.at(newest).id;
  }

  /** Begins to read tickers, or changes their mode. The caller sends the outcome before anything of `next()`. */
  subscribe({ tickers, mode, history: limit, since }: Request): Subscription {
    this.#catchUp();
    const { position, told } = this.#live;
    const added = Filter.of(tickers, mode);
    const resume = this.#resumePoint(wanted(added), since);
    const { ticks: snapshot, first: oldest } = resume
      ? { ticks: [], first: resume.after }
      : history(this.#backlog, wanted(added), limit, position, this.#floor);
    if (resume) this.#replay(added, resume);
    this.#begin(added.tickers, oldest, resume !== undefined);
    this.#history = Math.max(this.#history, limit);

    const filter = this.filter.with(tickers, mode);
    this.#live = this.#reader(filter, position, told);
    const granted = filter.everything ? modeOfEverything(filter) : mode;
    return resume ? { resumed: true, mode: granted } : { resumed: false, mode: granted, snapshot };
  }

  /** Stops reading tickers. */
  unsubscribe(tickers: readonly string[]): void {
    this.#catchUp();
    const { position, told, filter } = this.#live;
    const all = tickers.includes(EVERY_TICKER);
    for (const ticker of filter.tickers.filter((name) => all || tickers.includes(name))) {
      this.#sent.add(ticker, this.#stretch(ticker));
      this.#since.delete(ticker);
    }
    this.#before = this.#before
      .map((stretch) =>
        stretch instanceof Reader ? stretch.without(tickers) : withoutTickers(stretch, tickers),
      )
      .filter((stretch) => stretch instanceof Reader || stretch.batch.ticks.length > 0);
    this.#live = this.#reader(filter.without(tickers), position, told);
    // A gap and snapshot that still wait to be sent are of what was wanted then.
    if (this.filter.size === 0) this.#queue.length = 0;
    for (const [index, item] of this.#queue.entries()) {
      if (item.type !== 'snapshot') continue;
      this.#queue[index] = { ...item, ticks: item.ticks.filter(({ ticker }) => this.filter.wants(ticker)) };
    }
  }

  /** What to send next; undefined when it has caught up. */
  next(): Item | undefined {
    if (this.#queue.length === 0 && this.filter.size > 0) {
      this.#settle();
      if (this.#queue.length === 0) return this.#read();
    }
    return this.#queue.shift();
  }

  /** Nothing is put into the queue but what follows a gap: this runs for every subscriber at every flush. */
  #read(): Item | undefined {
    while (this.#before.length > 0) {
      const stretch = this.#before[0]!;
      const item = stretch instanceof Reader ? stretch.next() : stretch;
      if (!item || item === stretch) this.#before.shift();
      if (item) return this.#followed(item);
    }
    return this.#followed(this.#live.next());
  }

  #followed(item: Item | undefined): Item | undefined {
    if (item?.type === 'gap') this.#queue.push({ type: 'snapshot', ticks: [] });
    return item;
  }

  #readers(): Reader[] {
    return [...this.#before.filter((stretch) => stretch instanceof Reader), this.#live];
  }

  /** If the ring has overtaken it: says what is missed, and goes on with a snapshot of what is held. */
  #settle(): void {
    // The common case first: this runs for every subscriber at every flush.
    if (this.#before.length === 0 && !this.#live.lapsed) return;
    const readers = this.#readers();
    if (!readers.some((reader) => reader.lapsed)) return;
    const { position, filter } = this.#live;
    const { next } = this.#backlog;
    const { ticks, first } = history(this.#backlog, filter.all, this.#history, next, () => position);
    const upstream = readers.some(({ gap }) => gap !== undefined);
    let missed = 0;
    for (const reader of readers) missed += reader.owes(first);
    for (const stretch of this.#before) {
      if (!(stretch instanceof Reader)) missed += stretch.batch.ticks.length + stretch.batch.conflated;
    }
    this.#queue.push(
      upstream
        ? { type: 'gap', reason: 'upstream', missed: null }
        : { type: 'gap', reason: 'slow_consumer', missed },
      { type: 'snapshot', ticks },
    );
    this.#before = [];
    this.#live.moveTo(next);
    for (const ticker of filter.tickers) this.#since.set(ticker, first);
  }

  /**
   * Brings the live reader to the newest tick before the filter changes: what it has not sent yet becomes a stretch
   * to be sent first, as the old filter has it.
   */
  #catchUp(): void {
    const { next } = this.#backlog;
    const { filter } = this.#live;
    this.#settle();
    const { position, told, gap } = this.#live;
    // Where all conflate there may be a gap to tell; where nothing is wanted there is none.
    const owed = !isEmpty(filter.all) || (!isEmpty(filter.latest) && gap !== undefined);
    if (position < next && owed) {
      const stretch = { from: position, skip: NOTHING };
      const all = filter.without(filter.latest === EVERY_TICKER ? [EVERY_TICKER] : [...filter.latest]);
      this.#before.push(new Reader(this.#backlog, this.#batches, all, stretch, { told, end: next }));
    }
    const newest = this.#live.conflate();
    if (newest) this.#before.push(newest);
    this.#live = this.#reader(filter, next, told);
  }

  /** Where the client goes on that had these ids; undefined where not all that it lacks can be sent. */
  #resumePoint(tickers: Tickers, since: readonly string[]): ResumePoint | undefined {
    const resume = since.length > 0 ? resumePoint(this.#backlog, since) : undefined;
    if (!resume) return undefined;
    const names = this.#known(tickers);
    const hole =
      names.some((name) => this.#isHole(name, resume.after, this.#stretch(name).from)) ||
      (tickers === EVERY_TICKER &&
        this.#isHole(EVERY_TICKER, resume.after, this.#stretch(EVERY_TICKER).from));
    return hole ? undefined : resume;
  }

  /** Whether ticks between these positions were not sent, and can't be any more: later ones of their ticker were. */
  #isHole(ticker: string, after: number, from: number): boolean {
    if (from <= after) return false;
    if (after < this.#backlog.first) return true;
    const tickers = ticker === EVERY_TICKER ? EVERY_TICKER : new Set([ticker]);
    return countBefore(this.#backlog, tickers, from) > countBefore(this.#backlog, tickers, after);
  }

  /** Notes since when all of these tickers is sent: from `first` on, or longer where what was sent reaches up to it. */
  #begin(names: readonly string[], first: number, resumed: boolean): void {
    const { everything } = this.filter;
    for (const name of names) {
      if (everything ? name !== EVERY_TICKER : this.filter.wants(name) && !resumed) continue;
      const { from, to } = this.#stretch(name);
      const joined = to > 0 && !this.#isHole(name, to, first);
      // It absorbs the names.
      if (name === EVERY_TICKER) this.#since.clear();
      this.#since.set(name, joined ? Math.min(from, first) : first);
    }
  }

  /** Sends again from where the client was, without what was sent on this connection. */
  #replay(added: Filter, point: ResumePoint): void {
    const { from, skip } = point;
    const { next } = this.#backlog;
    if (!isEmpty(added.latest)) {
      const batch = lackedOf(this.#backlog, added.latest, point);
      if (batch) this.#before.push({ type: 'batch', batch });
      return;
    }
    // Before the least floor all is left out, so it is not even looked at; but a gap there is told.
    const floors = this.#floors(added.all);
    const least = Math.max(from, leastFloor(added.all, floors));
    const begin = this.#backlog.gapWithin(from + 1, least) ?? least;
    if (begin >= next) return;
    const start = { from: begin, skip, floors };
    this.#before.push(new Reader(this.#backlog, this.#batches, added, start, { told: from, end: next }));
  }

  /** As they are now: what is subscribed later does not change what a stretch leaves out. */
  #floors(tickers: Tickers): Floors {
    const base = this.#floor(EVERY_TICKER);
    return { base, named: new Map(this.#known(tickers).map((name) => [name, this.#floor(name)])) };
  }

  /** Names that may have been sent up to a position of their own. */
  #known(tickers: Tickers): string[] {
    return tickers === EVERY_TICKER ? [...this.#sent.names, ...this.filter.tickers] : [...tickers];
  }

  /** The position before which nothing of this ticker may be sent: it was, or it will be. */
  readonly #floor = (ticker: string): number => this.#stretch(ticker).to;

  /** What was sent of a ticker, or will be. */
  #stretch(ticker: string): Stretch {
    if (!this.filter.wants(ticker)) return this.#sent.of(ticker);
    const from = this.#since.get(this.filter.everything ? EVERY_TICKER : ticker)!;
    return { from, to: this.#live.position };
  }

  #reader(filter: Filter, position: number, told: number): Reader {
    return new Reader(this.#backlog, this.#batches, filter, { from: position, skip: NOTHING }, { told });
  }
}

function withoutTickers({ batch }: ConflatedItem, tickers: readonly string[]): ConflatedItem {
  const ticks = batch.ticks.filter(
    ({ ticker }) => !tickers.includes(ticker) && !tickers.includes(EVERY_TICKER),
  );
  return { type: 'batch', batch: { ticks, conflated: batch.conflated } };
}

/** The position before which nothing of any of these tickers may be sent. */
function leastFloor(tickers: Tickers, { base, named }: Floors): number {
  return tickers === EVERY_TICKER ? base : Math.min(...[...tickers].map((name) => named.get(name) ?? base));
}

function wanted(filter: Filter): Tickers {
  return isEmpty(filter.all) ? filter.latest : filter.all;
}

function modeOfEverything(filter: Filter): Mode {
  return filter.all === EVERY_TICKER ? 'all' : 'latest';
}
