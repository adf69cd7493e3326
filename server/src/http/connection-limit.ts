/** How many connections there are of each address, and whether there may be one more. */
export class ConnectionLimit {
  readonly #perAddress: number;
  readonly #counts = new Map<string, number>();
  /** How many were refused. */
  refused = 0;

  /** @param perAddress at most so many of one address; 0: any number */
  constructor(perAddress: number) {
    this.#perAddress = perAddress;
  }

  /**
   * One more of this address.
   *
   * @returns what is to be called, once, when it has gone; undefined where there are too many
   */
  enter(address: string): (() => void) | undefined {
    const count = this.#counts.get(address) ?? 0;
    if (this.#perAddress > 0 && count >= this.#perAddress) {
      this.refused++;
      return undefined;
    }
    this.#counts.set(address, count + 1);
    return () => {
      const left = this.#counts.get(address)! - 1;
      if (left > 0) this.#counts.set(address, left);
      else this.#counts.delete(address);
    };
  }
}
