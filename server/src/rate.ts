const SLOTS = 10;

/** How many a second, over the last ten whole seconds (or since the start), by the process' own clock. */
export class Rate {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #counts: number[] = Array.from({ length: SLOTS + 1 }, () => 0);
  #second: number;
  #total = 0;

  /** @param now milliseconds, from any origin */
  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
    this.#second = Math.floor(now() / 1000);
  }

  /** @param isLive whether they came just now: what is read of the past belongs to no second */
  add(count: number, isLive = true): void {
    this.#turn();
    this.#total += count;
    if (isLive) this.#counts[this.#second % (SLOTS + 1)]! += count;
  }

  /** All there were since the start. */
  get total(): number {
    return this.#total;
  }

  /** The rate, to a tenth. */
  get perSecond(): number {
    this.#turn();
    const current = this.#second % (SLOTS + 1);
    const total = this.#counts.reduce((sum, count, slot) => (slot === current ? sum : sum + count), 0);
    const seconds = Math.min(SLOTS, Math.max(1, Math.floor((this.#now() - this.#startedAt) / 1000)));
    return Math.round((total / seconds) * 10) / 10;
  }

  #turn(): void {
    const second = Math.floor(this.#now() / 1000);
    for (; this.#second < second; this.#second++) {
      if (second - this.#second > SLOTS + 1) this.#second = second - SLOTS - 1;
      this.#counts[(this.#second + 1) % (SLOTS + 1)] = 0;
    }
  }
}
