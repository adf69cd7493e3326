import type { Socket } from 'node:net';
import type { CloseCode, ServerMessage } from '@ticker/protocol';
import type { WebSocket } from 'ws';
import { bytesTaken, HIGH_WATER_BYTES } from './flow.ts';
import { ticksFrame, type TicksPayload } from './frame.ts';
import type { Tally } from './tally.ts';
import type { Transport } from './transport.ts';

/** A WebSocket as a session's transport. */
export class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #tally: Tally;
  /** As `socket.isPaused` has it, nearer at hand: it is asked for every frame. */
  #paused = false;

  /** @param raw the TCP (or TLS) socket under the WebSocket: prepared frames are written to it as they are */
  constructor(socket: WebSocket, raw: Socket, tally: Tally) {
    this.#socket = socket;
    this.#raw = raw;
    this.#tally = tally;
    raw.setNoDelay(true);
  }

  get writable(): boolean {
    return this.#open && this.#raw.writableLength < HIGH_WATER_BYTES;
  }

  get taken(): number {
    return bytesTaken(this.#raw);
  }

  send(message: ServerMessage): void {
    if (!this.#open) return;
    const text = JSON.stringify(message);
    this.#socket.send(text);
    this.#tally.sent(Buffer.byteLength(text));
  }

  sendBatch(batch: TicksPayload): void {
    if (!this.#open) return;
    const frame = ticksFrame(batch);
    // Beside ws, not through it: 243 000 frames a CPU second, against 209 000 by ws.send() of the same bytes
    // (median of five alternating rounds, 500 sockets, one tick a frame, two cores).
    this.#raw.write(frame);
    this.#tally.sent(frame.length);
  }

  pause(): void {
    if (this.#paused || !this.#open) return;
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#paused || !this.#open) return;
    this.#paused = false;
    this.#socket.resume();
  }

  ping(): boolean {
    if (this.#open) this.#socket.ping();
    return true;
  }

  close(code: CloseCode, reason: string, flooded = false): void {
    // A paused socket would never see the peer's close. But a flood is not worth reading for the seconds until then.
    if (flooded) this.pause();
    else this.resume();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  get #open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }
}
