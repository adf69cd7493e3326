/**
 * Keeps what comes until there is somebody to take it: alerts are told of before the part of the page that shows them is
 * there.
 */
export class Inbox<T> {
  #kept: T[] = [];
  #take: ((item: T) => void) | undefined;

  /** Hands an item on, now or later, in the order in which they came. */
  readonly put = (item: T): void => {
    if (this.#take) this.#take(item);
    else this.#kept.push(item);
  };

  /** Hands on what was kept, and from now on all that comes. */
  open(take: (item: T) => void): void {
    this.#take = take;
    for (const item of this.#kept.splice(0)) take(item);
  }
}
