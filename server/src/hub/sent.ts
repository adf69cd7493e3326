import { EVERY_TICKER } from '@ticker/protocol';

const LIMIT = 1_000;

/**
 * Up to which position each ticker's ticks were sent on a connection. Whatever is subscribed again goes on from
 * there, so that no id comes twice. Bounded: with too many names the highest position stands for them all.
 */
export class Sent {
  readonly #floors = new Map<string, number>();
  #everything = 0;

  /** The tickers that have a floor of their own. */
  get names(): Iterable<string> {
    return this.#floors.keys();
  }

  /** The position before which nothing of this ticker may be sent (again). `*` asks for the floor of them all. */
  floor(ticker: string): number {
    return Math.max(this.#everything, this.#floors.get(ticker) ?? 0);
  }

  /** These tickers (`*`: all) were sent, or given up, up to `position`. */
  raise(tickers: Iterable<string>, position: number): void {
    for (const ticker of tickers) {
      if (ticker === EVERY_TICKER) this.#everything = position;
      else this.#floors.set(ticker, position);
    }
    if (this.#everything === 0 && this.#floors.size <= LIMIT) return;
    if (this.#floors.size > LIMIT) this.#everything = Math.max(this.#everything, ...this.#floors.values());
    for (const [ticker, floor] of this.#floors) if (floor <= this.#everything) this.#floors.delete(ticker);
  }
}
