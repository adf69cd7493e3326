import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Document } from 'mongodb';
import type { Tick } from '../oracle/evidence.ts';
import type { Journal } from './journal.ts';
import { ID_MAKERS } from './new-ids.ts';
import { Publisher } from './publisher.ts';
import { onTheWire, type TickDocument } from './tick-document.ts';

/** What is published while a fault lasts. */
export interface LoadOptions {
  /** Ticks a second in single inserts, of three publishers together. */
  readonly rate: number;
  /** Seconds from one burst to the next: four publishers, each with an `insertMany` of 100. 0: none. */
  readonly burstSeconds: number;
}

const IN_FLIGHT = 16;
const BURST_PUBLISHERS = 4;
const BURST_TICKS = 100;
const TEN_MINUTES_MS = 600_000;
/** The tickers of the load: three single publishers', and that of the bursts. */
export const TICKERS = ['P0', 'P1', 'P2', 'BURST'] as const;

/** The publishers of a play: three at a steady pace whose clocks are ten minutes apart, and bursts of four at once. */
export class Load {
  readonly #topic: () => Collection<Document>;
  readonly #journal: Journal;
  readonly #random: () => number;
  #publishers: Publisher[] = [];
  #number = 0;

  constructor(topic: () => Collection<Document>, journal: Journal, random: () => number) {
    this.#topic = topic;
    this.#journal = journal;
    this.#random = random;
  }

  start({ rate, burstSeconds }: LoadOptions): void {
    const single = TICKERS.slice(0, 3).map((ticker, index) =>
      this.#publisher(ticker, index, { rate: rate / 3, batch: 1, inFlight: IN_FLIGHT }),
    );
    const burst = { rate: BURST_TICKS / burstSeconds, batch: BURST_TICKS, inFlight: 1 };
    const bursts = burstSeconds === 0 ? 0 : BURST_PUBLISHERS;
    this.#publishers = [
      ...single,
      ...Array.from({ length: bursts }, (_, n) => this.#publisher('BURST', n, burst)),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#publishers.splice(0).map((publisher) => publisher.stop()));
  }

  /** Publishes that many ticks now, in batches of 100, and tries again until it is done: where it has to be. */
  async publish(count: number, ticker: string = TICKERS[0]): Promise<void> {
    for (let left = count; left > 0; left -= BURST_TICKS)
      await this.insert(this.#make(Math.min(left, BURST_TICKS), ticker, 0));
  }

  /** One tick of each ticker, after all others: who has them has all. */
  async finish(): Promise<Tick[]> {
    const ticks: Tick[] = [];
    for (const ticker of TICKERS) {
      const documents = this.#make(1, ticker, 0);
      await this.insert(documents);
      ticks.push(onTheWire(documents[0]!));
    }
    return ticks;
  }

  /** Inserts until it is acknowledged. A duplicate is one of our own, of a try whose answer was lost. */
  async insert(documents: readonly TickDocument[]): Promise<void> {
    const ticks = documents.map(onTheWire);
    this.#journal.sent(ticks);
    for (let tries = 0; ; tries++) {
      try {
        await this.#topic().insertMany(documents as unknown as Document[], {
          writeConcern: { w: 'majority' },
          ordered: false,
        });
        break;
      } catch (error) {
        if ((error as { code?: number }).code === 11_000) break;
        if (tries > 60) throw error;
        await delay(500);
      }
    }
    this.#journal.acknowledged(ticks.map(({ id }) => id));
  }

  #publisher(
    ticker: string,
    index: number,
    options: { rate: number; batch: number; inFlight: number },
  ): Publisher {
    return new Publisher(this.#topic, this.#journal, {
      ...options,
      make: (count) => this.#make(count, ticker, index),
    });
  }

  #make(count: number, ticker: string, index: number): TickDocument[] {
    return Array.from({ length: count }, () => {
      const number = ++this.#number;
      return {
        _id: ID_MAKERS[(number + index) % ID_MAKERS.length]!(number, this.#random),
        time: new Date(Date.now() + (index - 1) * TEN_MINUTES_MS),
        ticker,
        price: Math.round(this.#random() * 10_000) / 100,
      };
    });
  }
}
