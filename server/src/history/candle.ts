/** What a ticker's price did in one stretch of time. */
export interface Candle {
  /** Where the stretch begins, in milliseconds since 1970: a multiple of its length. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Ticks in it. */
  readonly count: number;
}

interface Bucket {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  count: number;
  first: number;
  last: number;
}

/** Start of the stretch that a time lies in, both in milliseconds since 1970. */
export function bucketStart(time: number, interval: number): number {
  // Not floor(time / interval) * interval: the remainder is exact for every time, and this is right below zero too.
  const past = time % interval;
  return past < 0 ? time - past - interval : time - past;
}

/**
 * Folds ticks into the newest candles. They may come in any order: times say which candle they belong to, and places
 * which of its ticks was the first and which the last, since publishers' clocks say nothing about that.
 */
export class CandleFold {
  readonly #interval: number;
  readonly #limit: number;
  readonly #buckets = new Map<number, Bucket>();
  /** Starts of the buckets, newest first. */
  readonly #starts: number[] = [];
  /** Where the last tick was: nearly always the next one is there too. */
  #last: Bucket | undefined;

  /**
   * @param interval length of a candle in milliseconds
   * @param limit how many candles are kept: the newest ones
   */
  constructor(interval: number, limit: number) {
    this.#interval = interval;
    this.#limit = limit;
  }

  /** Ticks before this time can't change the outcome any more. */
  get since(): number {
    return this.#starts.length < this.#limit ? -Infinity : this.#starts.at(-1)!;
  }

  /** @param place of the tick in the order of delivery */
  add(time: number, price: number, place: number): void {
    if (time < this.since) return;
    const bucket = this.#bucket(time, price, place);
    bucket.count++;
    if (price > bucket.high) bucket.high = price;
    if (price < bucket.low) bucket.low = price;
    if (place < bucket.first) {
      bucket.first = place;
      bucket.open = price;
    }
    if (place > bucket.last) {
      bucket.last = place;
      bucket.close = price;
    }
  }

  /** The candles, oldest first. */
  candles(): Candle[] {
    return this.#starts.toReversed().map((start) => {
      const { time, open, high, low, close, count } = this.#buckets.get(start)!;
      return { time, open, high, low, close, count };
    });
  }

  #bucket(time: number, price: number, place: number): Bucket {
    const last = this.#last;
    if (last && time >= last.time && time < last.time + this.#interval) return last;
    const start = bucketStart(time, this.#interval);
    let bucket = this.#buckets.get(start);
    if (!bucket) {
      const prices = { open: price, high: price, low: price, close: price };
      bucket = { time: start, ...prices, count: 0, first: place, last: place };
      this.#insert(bucket);
    }
    this.#last = bucket;
    return bucket;
  }

  #insert(bucket: Bucket): void {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! > bucket.time) low = middle + 1;
      else high = middle;
    }
    this.#starts.splice(low, 0, bucket.time);
    this.#buckets.set(bucket.time, bucket);
    if (this.#starts.length > this.#limit) this.#buckets.delete(this.#starts.pop()!);
  }
}
