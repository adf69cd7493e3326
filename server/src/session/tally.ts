import type { CloseCode, GapReason } from '@ticker/protocol';
import { count } from '../count.ts';

/** What a session's connection is. */
export type TransportName = 'websocket' | 'sse';

/**
 * What the sessions of one transport have done so far. Plain numbers, read when somebody asks for the metrics: at
 * 200 000 frames a second a labelled counter each would cost more than the frame.
 */
export class Tally {
  readonly transport: TransportName;
  opened = 0;
  frames = 0;
  bytes = 0;
  badMessages = 0;
  /** Subscriptions to what the token does not allow. */
  forbidden = 0;
  readonly gaps = new Map<GapReason, number>();
  /** Sessions that we ended, by the code (an SSE stream has the code that a socket would have had). */
  readonly closes = new Map<CloseCode, number>();
  /** Connections that got no session, by the code that they were closed with. */
  readonly refused = new Map<CloseCode, number>();

  constructor(transport: TransportName) {
    this.transport = transport;
  }

  /** @param bytes of the payload, without what the transport adds */
  sent(bytes: number): void {
    this.frames++;
    this.bytes += bytes;
  }

  gap(reason: GapReason): void {
    count(this.gaps, reason);
  }

  close(code: CloseCode): void {
    count(this.closes, code);
  }

  refuse(code: CloseCode): void {
    count(this.refused, code);
  }
}
