/** Ids in a `since` at most, and how many make it full: PROTOCOL.md, "since". */
const LISTED = 256;
const FULL = 128;
/** Bytes that they may take of a message, which has 16 384 at most: long ids are fewer, and the list is full no more. */
const BYTES = 14_000;

/** The ids that a subscriber had last, so that it can go on after them. */
export class Recent {
  readonly #ids = new Set<string>();
  #order: string[] = [];
  #last: string | null = null;
  #sinceGap = 0;

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#ids.has(id)) continue;
      this.#ids.add(id);
      this.#order.push(id);
      this.#sinceGap++;
    }
    this.#last = null;
  }

  /** Ticks are missing here: the list is full again after so many more. */
  gap(): void {
    this.#sinceGap = 0;
  }

  heartbeat(last: string | null): void {
    this.#last = last !== null && !this.#ids.has(last) ? last : null;
  }

  /** What to send, and whether it is full. */
  get since(): { since: string[]; full: boolean } {
    this.#order = this.#order.slice(-LISTED);
    const since = this.#last === null ? [...this.#order] : [...this.#order.slice(1 - LISTED), this.#last];
    while (JSON.stringify(since).length > BYTES) since.shift();
    return { since, full: this.#sinceGap >= FULL && since.length >= FULL };
  }

  get newest(): string | undefined {
    return this.#last ?? this.#order.at(-1);
  }
}
