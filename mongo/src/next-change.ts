import type { ChangeStream, Document } from 'mongodb';
import { answered } from './answered.ts';

/** How long mongod waits for a change before it answers "none", in milliseconds: a stream's `maxAwaitTimeMS`. */
export const CHANGE_AWAIT_MS = 1_000;

/** A stream that is not answered for this long, in milliseconds, is of a member that hangs: open another. */
const SILENCE_MS = CHANGE_AWAIT_MS + 4_000;

/**
 * The next change of a stream that was opened with {@link CHANGE_AWAIT_MS}; null when none came in time.
 *
 * Where the collection is dropped or renamed, or its database dropped, the driver tells of no error: the stream has ended,
 * and from then on answers at once that there is nothing. Whoever went on to ask it would keep the process busy for ever.
 *
 * @throws whatever ended it: network, a member that hangs, the collection dropped or renamed
 */
export async function nextChange<Change extends Document>(
  stream: ChangeStream<Change, Change>,
): Promise<Change | null> {
  const change = await answered(stream.tryNext(), SILENCE_MS);
  if (change === null && stream.closed) throw new Error('its collection was dropped or renamed');
  return change;
}
