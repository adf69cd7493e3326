import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Document } from 'mongodb';
import type { Journal } from './journal.ts';
import { onTheWire, type TickDocument } from './tick-document.ts';

const STEP_MS = 10;
const PAUSE_MS = 100;

export interface PublisherOptions {
  /** Inserts that are under way at once, at most. */
  readonly inFlight: number;
  /** Ticks a second. */
  readonly rate: number;
  /** Ticks in an insert. */
  readonly batch: number;
  readonly make: (count: number) => TickDocument[];
}

/** Inserts ticks at a pace, majority-acknowledged, and keeps a journal. What fails is not tried again: it is unknown. */
export class Publisher {
  readonly #topic: () => Collection<Document>;
  readonly #journal: Journal;
  readonly #options: PublisherOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(topic: () => Collection<Document>, journal: Journal, options: PublisherOptions) {
    this.#topic = topic;
    this.#journal = journal;
    this.#options = options;
    this.#running = this.#run();
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    await Promise.all(this.#underWay);
  }

  async #run(): Promise<void> {
    const { rate, batch, inFlight } = this.#options;
    const everyMs = (1000 * batch) / rate;
    // What could not be sent because too many were under way is left out, not made up for in a burst.
    let due = performance.now();
    while (!this.#stopped) {
      while (due <= performance.now() && this.#underWay.size < inFlight) {
        due += everyMs;
        this.#begin();
      }
      due = Math.max(due, performance.now() - everyMs);
      await delay(Math.max(Math.min(due - performance.now(), PAUSE_MS), STEP_MS));
    }
  }

  #begin(): void {
    const inserted = this.#insert().finally(() => this.#underWay.delete(inserted));
    this.#underWay.add(inserted);
  }

  async #insert(): Promise<void> {
    const documents = this.#options.make(this.#options.batch);
    const ticks = documents.map(onTheWire);
    this.#journal.sent(ticks);
    try {
      const writeConcern = { w: 'majority' } as const;
      const inserted = documents as unknown as Document[];
      if (inserted.length === 1) await this.#topic().insertOne(inserted[0]!, { writeConcern });
      else await this.#topic().insertMany(inserted, { writeConcern });
      this.#journal.acknowledged(ticks.map(({ id }) => id));
    } catch {
      // Whether it was inserted nobody knows; the collection tells in the end.
      await delay(PAUSE_MS);
    }
  }
}
