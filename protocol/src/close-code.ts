/**
 * Why a socket was closed, and what a client should do about it. PROTOCOL.md, "Close codes".
 * 1012 is IANA's "service restart"; 4000-4999 is the range that RFC 6455 leaves to applications.
 */
export const CloseCode = {
  /** The server restarts: come back, with full jitter. */
  Restart: 1012,
  /** Five messages that could not be understood: do not come back, mend the client. */
  BadMessages: 4400,
  /** No valid credentials, or they have run out: come back with new ones. */
  Unauthorized: 4401,
  /** Nothing was subscribed, or watched, in the first 10 s: not before 30 s. */
  SubscribeTimeout: 4408,
  /** Too many connections or messages: not before 30 s. */
  TooMany: 4429,
  /** No byte was taken for 10 s: come back, with full jitter, and resume. */
  Slow: 4008,
} as const;

export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];
