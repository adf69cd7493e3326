import type { Tick } from '@ticker/protocol';
import type { Document } from 'mongodb';
import { readTick } from './tick-document.ts';

const LOG_EVERY_MS = 60_000;

/** Reads documents as ticks; those that are none are skipped, counted, and logged once a minute with the reason. */
export class TickReader {
  readonly #warn: ((fields: object, message: string) => void) | undefined;
  #loggedAt = -Infinity;
  /** Documents that were no ticks. One that a reopened cursor meets again counts again. */
  badDocuments = 0;

  constructor(warn?: (fields: object, message: string) => void) {
    this.#warn = warn;
  }

  read(documents: readonly Document[]): Tick[] {
    const ticks: Tick[] = [];
    for (const document of documents) {
      const tick = readTick(document);
      if (typeof tick === 'string') this.#bad(tick);
      else ticks.push(tick);
    }
    return ticks;
  }

  #bad(why: string): void {
    this.badDocuments++;
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#warn?.({ why, badDocuments: this.badDocuments }, 'skipped a document of the topic that is no tick');
  }
}
