import { ReadFailed } from '@ticker/mongo';
import { Refusal } from '../refusal.ts';

/** What a client is told of a read of the topic that failed; other errors are given back as they are. */
export function readRefusal(error: unknown): unknown {
  if (!(error instanceof ReadFailed)) return error;
  // The reason in MongoDB's words stays with us: it names hosts.
  const message = {
    too_slow: 'the topic holds more of this than can be read at once: narrow the range, or ask for fewer',
    unavailable: 'older ticks are in the database, which does not answer: try again',
  }[error.reason];
  return new Refusal(503, error.reason, message, { cause: error });
}
