import type { Tick } from '@ticker/protocol';
import { seeded } from '../seeded.ts';
import type { PriceRange } from './rule-mix.ts';

/** Prices stay between these. */
export const PRICES: PriceRange = { from: 90, to: 110 };

const STEP = 0.05;

/** Above the lowest threshold of a mix, and below all the others. */
const SPIKE = PRICES.to + 1.005;

interface WalkOptions {
  readonly tickers: readonly string[];
  /** Milliseconds from one tick to the next, by their times. */
  readonly intervalMs: number;
}

/** Ticks of tickers in turn, each on a random walk of its own; the same ones each time. */
export class Walk {
  readonly #tickers: readonly string[];
  readonly #intervalMs: number;
  readonly #prices: number[];
  readonly #random = seeded(1);
  #count = 0;

  constructor({ tickers, intervalMs }: WalkOptions) {
    this.#tickers = tickers;
    this.#intervalMs = intervalMs;
    this.#prices = tickers.map(() => (PRICES.from + PRICES.to) / 2);
  }

  /** The newest tick's time, in milliseconds. */
  get now(): number {
    return Math.floor(this.#count * this.#intervalMs);
  }

  /** @param spikes whether its price is one that fires the first rules of its ticker */
  next(spikes = false): Tick {
    const index = this.#count++ % this.#tickers.length;
    const price = this.#prices[index]! + (this.#random() < 0.5 ? -STEP : STEP);
    this.#prices[index] = Math.min(PRICES.to, Math.max(PRICES.from, price));
    return {
      id: this.#count.toString(16).padStart(24, '0'),
      time: this.now,
      ticker: this.#tickers[index]!,
      price: spikes ? SPIKE : this.#prices[index]!,
    };
  }
}
