import type { Document, RunCommandCursor } from 'mongodb';

/**
 * The next document of a tailable cursor; null when none came in time.
 *
 * By `tryNext()`, not as a stream or with `for await`: those end without an error when the cursor dies, and `next()`
 * waits without a sign of life (reference: driver, abstract_cursor).
 *
 * @param what it is, for the error: "the cursor"
 * @throws whatever ended it: network, stepdown, CappedPositionLost, the collection dropped
 */
export async function nextDocument(cursor: RunCommandCursor, what: string): Promise<Document | null> {
  const document = await cursor.tryNext();
  if (document === null && (cursor.closed || cursor.id === undefined || cursor.id.isZero())) {
    throw new Error(`${what} ended`);
  }
  return document;
}
