import type { Document } from 'mongodb';

/** What a tail gives one by one: known by its id on the wire. */
export interface Entry {
  readonly id: string;
}

/** Reads the documents of a capped collection for a tail. */
export interface EntryReader<One extends Entry> {
  /** The fields that it needs of a document: only these travel. */
  readonly fields: Readonly<Record<string, 1>>;
  /** The role (docs/mongodb-roles.md) that lets a user read the collection. */
  readonly role: string;
  /** Documents that were none. One that a reopened cursor meets again counts again. */
  readonly badDocuments: number;
  /** Those of the documents that are entries, in their order; never throws. */
  read(documents: readonly Document[]): One[];
}
