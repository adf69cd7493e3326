import type { Document } from 'mongodb';

/** What a tail gives one by one: known by its id on the wire. */
export interface Entry {
  readonly id: string;
}

/** What the documents of a capped collection are. */
export interface EntryKind<One extends Entry> {
  /** In a message: "skipped {@link none}". */
  readonly none: string;
  /** The fields that are read of a document: only these travel. */
  readonly fields: Readonly<Record<string, 1>>;
  /** The role (docs/mongodb-roles.md) that lets a user read the collection. */
  readonly role: string;
  /** The entry, or in words why the document is none. Never throws. */
  readonly read: (document: Document) => One | string;
}
