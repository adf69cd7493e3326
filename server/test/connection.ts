import type { CloseCode, ServerMessage } from '@ticker/protocol';
import type { TicksPayload } from '../src/session/frame.ts';
import type { Transport } from '../src/session/transport.ts';

/**
 * A session's transport without a socket: keeps what is sent, and how it ended. The test says what it can take, by
 * `writable` and `taken`.
 */
export class Connection implements Transport {
  readonly sent: ServerMessage[] = [];
  writable = true;
  taken = 0;
  pings = 0;
  paused = false;
  ended: CloseCode | 'terminated' | undefined;
  /** What was said with the close, and whether nothing more was to be read. */
  reason: string | undefined;
  flooded = false;

  /** What comes after the end goes nowhere, as on a socket. */
  send(message: ServerMessage): void {
    if (this.ended === undefined) this.sent.push(message);
  }

  sendBatch({ ticks, conflated }: TicksPayload): void {
    this.send({ type: 'ticks', ticks: [...ticks], conflated });
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  ping(): boolean {
    this.pings++;
    return true;
  }

  close(code: CloseCode, reason: string, flooded = false): void {
    if (this.ended !== undefined) return;
    this.ended = code;
    this.reason = reason;
    this.flooded = flooded;
  }

  terminate(): void {
    this.ended ??= 'terminated';
  }
}
