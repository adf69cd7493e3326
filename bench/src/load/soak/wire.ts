import type { Frame } from '../frame-cache.ts';

/** What a client of the soak asks for. */
export interface Wanted {
  /** Of the server: `http://127.0.0.1:port`. */
  readonly url: string;
  readonly tickers: readonly string[];
  readonly mode: 'all' | 'latest';
  /** Ids that it had last, oldest first; empty: it begins anew. A stream uses the last one alone. */
  readonly since: readonly string[];
  /** Ticks of a snapshot at most. */
  readonly history: number;
}

/** What it does with what comes. */
export interface Heard {
  /** Its subscription stands. */
  subscribed(): void;
  /** Ticks: of a snapshot too. @param bytes that they took on the wire */
  frame(frame: Frame, bytes: number, atMicros: number): void;
  /** It was told that it missed ticks. @param missed null: nobody knows how many */
  gap(missed: number | null): void;
  /** Its connection ended, and not by {@link Wire.leave}. @param why a close code, or an HTTP status */
  end(why: number): void;
}

/** A connection, of either kind. */
export interface Wire {
  pause(): void;
  resume(): void;
  /** @param politely with a close, else without a word */
  leave(politely: boolean): void;
}
