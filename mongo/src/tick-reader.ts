import type { Tick } from '@ticker/protocol';
import type { Document } from 'mongodb';
import { BadDocuments } from './bad-documents.ts';
import type { EntryReader } from './entry-reader.ts';
import { readTick } from './tick-document.ts';

/** Reads documents as ticks; those that are none are skipped, counted, and logged once a minute with the reason. */
export class TickReader implements EntryReader<Tick> {
  readonly fields = { time: 1, ticker: 1, price: 1 } as const;
  readonly role = 'tickerServer';
  readonly #bad: BadDocuments;

  constructor(warn?: (fields: object, message: string) => void) {
    this.#bad = new BadDocuments('skipped a document of the topic that is no tick', warn);
  }

  get badDocuments(): number {
    return this.#bad.count;
  }

  read(documents: readonly Document[]): Tick[] {
    const ticks: Tick[] = [];
    for (const document of documents) {
      const tick = readTick(document);
      if (typeof tick === 'string') this.#bad.add(tick);
      else ticks.push(tick);
    }
    return ticks;
  }
}
