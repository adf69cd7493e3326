/** How long the feed waits for what, in milliseconds. */
export const Timing = {
  /** The heartbeat's period until `welcome` says another: PROTOCOL.md has 1 s. */
  heartbeat: 1000,
  /** A socket that takes longer to open is given up: browsers themselves wait for minutes. */
  open: 10_000,
  /** A subscribe is answered within 5 s even where a resume waits for the server's tail; thrice that is too long. */
  answer: 15_000,
  /** A connection that held this long was a good one: the next failure starts from the shortest backoff again. */
  held: 5000,
  /** Not before, after close codes 4408 and 4429. */
  penalty: 30_000,
  /** The longest `reconnectAfterMs` that is believed. */
  restart: 60_000,
  /** No price for so long is stale, at a publisher's usual pace of one a second or more. */
  quiet: 5000,
  /** The longest that a slow pace stretches it to. */
  quietMost: 300_000,
  /** What comes this soon after the browser's `offline` event was still under way: it proves nothing. */
  underWay: 1500,
} as const;

/** Pauses between prices that the pace is judged by. An odd number, so that the median is one of them. */
const PAUSES = 7;

/** With fewer pauses than this, one long pause would pass for a slow pace. */
const PAUSES_LEAST = 3;

/** Nothing received for this long is stale: 2.5 s at the usual heartbeat, so that two and a half beats are missing. */
export function silentAfter(heartbeatMs: number): number {
  return 2.5 * heartbeatMs;
}

/** Nothing received for this long is a dead socket: 6 s at the usual heartbeat. */
export function deadAfter(heartbeatMs: number): number {
  return 6 * heartbeatMs;
}

/** The last few pauses between prices with one more, in milliseconds, oldest first. */
export function withPause(pauses: readonly number[], pause: number): readonly number[] {
  return [...pauses, pause].slice(-PAUSES);
}

/**
 * No price for this long (milliseconds) is stale: three times the usual pause, 5 s at least, 5 min at most. A fixed
 * 5 s would call a publisher of one tick a minute stale for 55 s of each minute. The usual pause is the median of the
 * last seven, so that one outage does not pass for a slow pace.
 */
export function quietAfter(pauses: readonly number[]): number {
  if (pauses.length < PAUSES_LEAST) return Timing.quiet;
  const median = pauses.toSorted((a, b) => a - b)[pauses.length >> 1] ?? 0;
  return Math.min(Math.max(3 * median, Timing.quiet), Timing.quietMost);
}
