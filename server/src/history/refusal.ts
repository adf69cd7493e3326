import { ReadFailed } from '@ticker/mongo';

/** A question about the past that gets no answer now. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** What a client is told of a read that failed; other errors are given back as they are. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof ReadFailed)) return error;
  // The reason in MongoDB's words stays with us: it names hosts.
  const message = {
    too_slow: 'the topic holds more of this than can be read at once: narrow the range, or ask for fewer',
    unavailable: 'older ticks are in the database, which does not answer: try again',
  }[error.reason];
  return new Refusal(503, error.reason, message, { cause: error });
}
