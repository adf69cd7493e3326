import type { CloseCode, ServerMessage } from '@ticker/protocol';
import type { TicksPayload } from './frame.ts';

/** The connection as a session sees it: a socket in production, an array in tests. */
export interface Transport {
  send(message: ServerMessage): void;
  /** Sends a `ticks` message. The same batch object, sent to many, is encoded once. */
  sendBatch(batch: TicksPayload): void;
  /** Whether it can take more now. When it can again, the owner of the session calls `pump()`. */
  readonly writable: boolean;
  /** Bytes that the peer's kernel has taken so far: grows as long as the peer reads. */
  readonly taken: number;
  /** Stops and starts reading from the peer. */
  pause(): void;
  resume(): void;
  /** Asks the peer for a sign of life; false where the connection has no way to. */
  ping(): boolean;
  /** @param flooded whether the peer sends so much that nothing more is to be read of it */
  close(code: CloseCode, reason: string, flooded?: boolean): void;
  /** Drops the connection without a word: the peer does not answer. */
  terminate(): void;
}
