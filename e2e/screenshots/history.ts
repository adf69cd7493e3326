import { seeded } from '../../mongo/test/seeded.ts';
import type { TickDocument } from '../topic.ts';

/** A tick's document, whole. */
export interface PastTick extends TickDocument {
  readonly time: Date;
  readonly ticker: string;
  readonly price: number;
}

/** One of the walks: where it begins, and how far it may move in a tick. */
interface Walk {
  readonly ticker: string;
  price: number;
  readonly step: number;
}

/** Seeded random walks of three tickers that take turns: the same pictures each time. */
export class History {
  readonly #walks: readonly Walk[] = [
    { ticker: 'PIP', price: 44.51, step: 0.4 },
    { ticker: 'ACME', price: 81.2, step: 0.9 },
    { ticker: 'ZORG', price: 12.07, step: 0.15 },
  ];
  #turn = 0;
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** The next tick, of the ticker whose turn it is. */
  next(time: Date): PastTick {
    const walk = this.#walks[this.#turn++ % this.#walks.length]!;
    walk.price = Math.max(1, walk.price + walk.step * (2 * this.#random() - 1));
    return { time, ticker: walk.ticker, price: Math.round(walk.price * 100) / 100 };
  }

  /** `count` ticks, evenly spread over the `seconds` before now. */
  past(count: number, seconds: number): PastTick[] {
    const end = Date.now();
    const pause = (seconds * 1000) / count;
    return Array.from({ length: count }, (_, n) => this.next(new Date(end - (count - n) * pause)));
  }
}
