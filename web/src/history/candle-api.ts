import { patiently } from '../patience.ts';
import type { Bar } from '../store/bar.ts';
import type { Interval } from '../store/interval.ts';

/** The most candles that the server gives in one answer. */
export const CANDLES_MAX = 1000;

/** Longer than the server lets a question wait for its turn and read. */
const PATIENCE_MS = 20_000;

/** Which candles are asked for. */
export interface CandleQuery {
  readonly ticker: string;
  readonly interval: Interval;
  /** Those that begin before this time, in seconds since 1970; without it the newest. */
  readonly to?: number;
  readonly limit: number;
}

/** Why there was no answer: what the server said, null where it said nothing. */
export class CandleFailure extends Error {
  readonly said: string | null;

  constructor(said: string | null) {
    super(said ?? 'no answer');
    this.said = said;
  }
}

/** Asks the server for candles. */
export type AskCandles = (query: CandleQuery, signal: AbortSignal) => Promise<Bar[]>;

/**
 * `GET /api/candles`, with the page's cookie.
 *
 * @returns oldest first; fewer than `limit` where the topic begins
 * @throws CandleFailure, except where `signal` was aborted
 */
export const askCandles: AskCandles = async ({ ticker, interval, to, limit }, signal) => {
  const query = new URLSearchParams({ ticker, interval, limit: String(limit) });
  if (to !== undefined) query.set('to', String(to * 1000));
  try {
    return await patiently(PATIENCE_MS, signal, async (either) => {
      const answer = await fetch(`/api/candles?${query}`, { signal: either });
      const body = (await answer.json()) as { candles: Bar[]; message?: string };
      if (!answer.ok) throw new CandleFailure(body.message ?? null);
      // A bar's time is in seconds, as lightweight-charts has it.
      return body.candles.map(({ time, open, high, low, close, count }) => {
        return { time: time / 1000, open, high, low, close, count };
      });
    });
  } catch (error) {
    signal.throwIfAborted();
    // Else: no network, too long a wait, or a proxy's page in place of an answer.
    throw error instanceof CandleFailure ? error : new CandleFailure(null);
  }
};
