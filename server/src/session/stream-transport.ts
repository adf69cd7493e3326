import type { ServerResponse } from 'node:http';
import type { ServerMessage } from '@ticker/protocol';
import { bytesTaken, CLOSE_MS, HIGH_WATER_BYTES } from './flow.ts';
import type { TicksPayload } from './frame.ts';
import { batchEvents, streamEvent } from './stream-event.ts';
import type { Tally } from './tally.ts';
import type { Transport } from './transport.ts';

/** A response of `text/event-stream` as a session's transport: the session is the same as a socket's. */
export class StreamTransport implements Transport {
  readonly #response: ServerResponse;
  readonly #tally: Tally;
  readonly #retryMs: number;

  /** @param response whose head is written; @param retryMs when the client comes back if it loses us */
  constructor(response: ServerResponse, tally: Tally, retryMs: number) {
    this.#response = response;
    this.#tally = tally;
    this.#retryMs = retryMs;
    response.socket?.setNoDelay(true);
  }

  get writable(): boolean {
    return this.#open && this.#response.writableLength < HIGH_WATER_BYTES;
  }

  get taken(): number {
    const { socket } = this.#response;
    return socket ? bytesTaken(socket) : 0;
  }

  send(message: ServerMessage): void {
    this.#write(streamEvent(message, this.#retryMs));
  }

  sendBatch(batch: TicksPayload): void {
    this.#write(batchEvents(batch));
  }

  // A stream's client says nothing after its request.
  pause(): void {}
  resume(): void {}

  /** A stream has no pings: a peer that is gone is found by its kernel, or by the bytes that it does not take. */
  ping(): boolean {
    return false;
  }

  close(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), CLOSE_MS).unref();
  }

  terminate(): void {
    this.#response.destroy();
  }

  #write(data: string | Buffer): void {
    if (!this.#open || data.length === 0) return;
    this.#response.write(data);
    this.#tally.sent(Buffer.byteLength(data));
  }

  get #open(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }
}
