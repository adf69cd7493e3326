import { EVERY_TICKER } from '@ticker/protocol';

const LIMIT = 1_000;

/** Of a ticker, the positions between which all its ticks were sent: `from` inclusive, `to` exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * What of each ticker was sent on a connection before it was unsubscribed. Whatever is subscribed again goes on from
 * there, so that no id comes twice. Bounded: with too many names the highest position stands for them all.
 */
export class Sent {
  readonly #stretches = new Map<string, Stretch>();
  #everything: Stretch = { from: 0, to: 0 };

  /** The tickers that have a stretch of their own. */
  get names(): Iterable<string> {
    return this.#stretches.keys();
  }

  /** What was sent last of a ticker. `*` asks for the one of those without a name. Nothing before its end comes again. */
  of(ticker: string): Stretch {
    return this.#stretches.get(ticker) ?? this.#everything;
  }

  /** This was sent of the ticker (`*`: of all). */
  add(ticker: string, stretch: Stretch): void {
    if (ticker === EVERY_TICKER) this.#everything = stretch;
    else this.#stretches.set(ticker, stretch);
    if (this.#stretches.size > LIMIT) {
      const to = [...this.#stretches.values()].reduce((most, { to }) => Math.max(most, to), 0);
      if (to > this.#everything.to) this.#everything = { from: to, to };
    }
    for (const [name, { to }] of this.#stretches) if (to <= this.#everything.to) this.#stretches.delete(name);
  }
}
