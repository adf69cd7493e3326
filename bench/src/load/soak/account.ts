import type { Stretch } from '../stretch.ts';
import { Tally } from '../tally.ts';

/** What a client has got, or was told that it did not get. */
export interface Counts {
  received: number;
  /** Told of by gaps. */
  missed: number;
  /** Skipped in mode `latest`, as told. */
  conflated: number;
  gaps: number;
  /** Gaps of which nobody says how much they left out. */
  unknown: number;
  /** Came again where nothing may. */
  doubled: number;
  /** Came on one connection after a later one of its ticker. */
  displaced: number;
}

/** The counts of nobody. */
export function noCounts(): Counts {
  return { received: 0, missed: 0, conflated: 0, gaps: 0, unknown: 0, doubled: 0, displaced: 0 };
}

/**
 * The books of a client: whatever was published is received, conflated, or told as missed, in the end. Of each ticker one
 * insert is under way at a time, so its ticks come in their order on every connection.
 */
export class Account {
  readonly counts = noCounts();
  readonly #run: number;
  readonly #tally: Tally | undefined;
  /** Of the ring's fill: the last one that it had when it came. */
  readonly #start: number | undefined;
  /** By publisher: the newest one on this connection. */
  #newest = new Map<number, number>();
  #exact = true;

  /**
   * @param run that is counted
   * @param mode in `latest` holes are no news
   * @param start number of a tick of the ring's fill, where the client goes on behind it
   */
  constructor(run: number, mode: 'all' | 'latest', start?: number) {
    this.#run = run;
    this.#tally = mode === 'all' ? new Tally() : undefined;
    this.#start = start;
    if (start !== undefined) this.#tally?.add({ run: 0, publisher: 0, from: 0, to: start, sentMicros: 0 });
  }

  /** A connection begins. @param exact whether nothing may come again on it that came on another one */
  begin(exact: boolean): void {
    this.#newest = new Map();
    this.#exact = exact;
  }

  frame(stretches: readonly Stretch[], conflated: number): void {
    this.counts.conflated += conflated;
    for (const stretch of stretches)
      if (stretch.run === this.#run || (stretch.run === 0 && this.#start !== undefined)) this.#take(stretch);
  }

  /** @param missed null: nobody knows how many */
  gap(missed: number | null): void {
    this.counts.gaps++;
    if (missed === null) this.counts.unknown++;
    else this.counts.missed += missed;
  }

  /**
   * Whether they come out: nothing is lacking, and nothing was told of that was not. Where a gap did not say how much it left
   * out, anything may be lacking; whether such a gap was in order is another question.
   */
  comesOut(published: readonly number[], tickers: readonly number[] | null): boolean {
    const lacking = this.unaccounted(published, tickers);
    return lacking === 0 || (lacking > 0 && this.counts.unknown > 0);
  }

  /**
   * How many ticks neither came nor were told of; below 0 where more was told than there was.
   *
   * @param published ticks of each publisher; of the first, the fill of the ring
   * @param tickers numbers of those that it wants; null: all
   */
  unaccounted(published: readonly number[], tickers: readonly number[] | null): number {
    const { received, missed, conflated } = this.counts;
    const fill = this.#start === undefined ? 0 : published[0]! - 1 - this.#start;
    const expected = published.reduce(
      (sum, count, number) => (number > 0 && (tickers?.includes(number) ?? true) ? sum + count : sum),
      fill,
    );
    return expected - received - missed - conflated;
  }

  #take(stretch: Stretch): void {
    const { publisher, from, to } = stretch;
    if (from <= (this.#newest.get(publisher) ?? -1)) this.counts.displaced++;
    this.#newest.set(publisher, to);
    const tally = this.#tally;
    if (!tally) {
      this.counts.received += to - from + 1;
      return;
    }
    const [received, doubled] = [tally.received, tally.doubled];
    tally.add(stretch);
    this.counts.received += tally.received - received;
    if (this.#exact) this.counts.doubled += tally.doubled - doubled;
  }
}
