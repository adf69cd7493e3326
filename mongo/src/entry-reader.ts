import type { Document } from 'mongodb';
import { BadDocuments } from './bad-documents.ts';
import type { Entry, EntryKind } from './entry-kind.ts';
import type { Log } from './log.ts';

/** Reads documents as entries; those that are none are skipped, counted, and logged once a minute with the reason. */
export class EntryReader<One extends Entry> {
  readonly kind: EntryKind<One>;
  readonly #bad: BadDocuments;

  constructor(kind: EntryKind<One>, log?: Log) {
    this.kind = kind;
    this.#bad = new BadDocuments(`skipped ${kind.none}`, log?.warn.bind(log));
  }

  /** Documents that were none. One that a reopened cursor meets again counts again. */
  get badDocuments(): number {
    return this.#bad.count;
  }

  /** Those of the documents that are entries, in their order. */
  read(documents: readonly Document[]): One[] {
    const entries: One[] = [];
    for (const document of documents) {
      const entry = this.kind.read(document);
      if (typeof entry === 'string') this.#bad.add(entry);
      else entries.push(entry);
    }
    return entries;
  }
}
