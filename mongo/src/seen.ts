import type { Known } from './rejoin.ts';

/** The last `capacity` ids that were delivered: what a tail needs to know where no backlog is kept. */
export class Seen implements Known {
  readonly #capacity: number;
  readonly #ids: string[] = [];
  readonly #positions = new Map<string, number>();
  first = 0;
  next = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  add(id: string): void {
    const slot = this.next % this.#capacity;
    if (this.next - this.first === this.#capacity) {
      this.#positions.delete(this.#ids[slot]!);
      this.first++;
    }
    this.#ids[slot] = id;
    this.#positions.set(id, this.next++);
  }

  /** Forgets everything: the topic was dropped and made anew, so an old id may stand for another tick. */
  clear(): void {
    this.#positions.clear();
    this.first = this.next;
  }
}
