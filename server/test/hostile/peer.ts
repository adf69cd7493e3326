import { connect, type Socket } from 'node:net';
import { FrameReader, HANDSHAKE, Opcode } from './frame.ts';

export interface PeerOptions {
  readonly port: number;
  /** The loopback address that it comes from. */
  readonly from: string;
  /** How much it reads a second; 0: nothing. By default all there is. */
  readonly bytesPerSecond?: number;
}

const SECOND_MS = 1_000;
/** As Node reads. */
const CHUNK_BYTES = 64 * 1024;
const HEAD_END = '\r\n\r\n';

/** An attacker's TCP connection. It answers nothing by itself, neither a ping nor a close. */
export class Peer {
  /** The server's first word on it: "close 1009", "HTTP 408"; {@link end}, where there was none. */
  readonly answer: Promise<string>;
  /** How the connection ended: "ended", "reset", or why there never was one. */
  readonly end: Promise<string>;
  /** How many messages came, by their type. */
  readonly messages = new Map<string, number>();
  /** Status codes of the HTTP answers, in their order. */
  readonly statuses: number[] = [];
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  #bytesPerSecond: number;
  /** What came of an HTTP head; undefined once the connection is a WebSocket. */
  #head: string | undefined = '';
  /** Whether nothing more is to be expected. */
  #closed = false;
  #answered!: (answer: string) => void;
  #changed = (): void => {};

  private constructor({ port, from, bytesPerSecond = Infinity }: PeerOptions) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: from,
      noDelay: true,
      // Node reads whatever fits its buffer: to read a byte takes a buffer of one.
      onread: {
        buffer: () => Buffer.allocUnsafe(Math.min(this.#bytesPerSecond || 1, CHUNK_BYTES)),
        callback: (length, bytes) => {
          this.#read(Buffer.from(bytes.subarray(0, length)));
          return this.#bytesPerSecond === Infinity;
        },
      },
    });
    if (bytesPerSecond === 0) this.#socket.pause();
    else if (bytesPerSecond < Infinity) this.#everySecond(() => this.#socket.resume());
    this.end = new Promise((resolve) => {
      this.#socket.on('error', ({ message }) =>
        resolve(/ECONNRESET|EPIPE/.test(message) ? 'reset' : message),
      );
      this.#socket.on('close', () => resolve('ended'));
    });
    this.answer = new Promise((resolve) => (this.#answered = resolve));
    void this.end.then((end) => this.#close(end));
  }

  /** Resolves when it is connected, or could not be: {@link end} tells. */
  static async dial(options: PeerOptions): Promise<Peer> {
    const peer = new Peer(options);
    await Promise.race([new Promise((resolve) => peer.#socket.once('connect', resolve)), peer.end]);
    return peer;
  }

  write(bytes: Buffer | string): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** Writes a byte a second. */
  trickle(text: string): void {
    const bytes = text[Symbol.iterator]();
    this.#everySecond(() => this.write(bytes.next().value ?? ''));
  }

  /** Asks for a path, several times without waiting for an answer. */
  get(path: string, times = 1): void {
    this.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  }

  /** Resolves when so many HTTP answers have begun to come, or none can come any more. */
  async answered(count: number): Promise<void> {
    await this.#until(() => this.statuses.length >= count);
  }

  handshake(): void {
    this.write(HANDSHAKE);
  }

  /** Resolves when so many messages of a type have come, or none can come any more. */
  async until(type: string, count = 1): Promise<void> {
    await this.#until(() => (this.messages.get(type) ?? 0) >= count);
  }

  /** From now on it reads all there is. */
  listen(): void {
    this.#bytesPerSecond = Infinity;
    this.#socket.resume();
  }

  leave(): void {
    this.#socket.destroy();
  }

  #close(answer: string): void {
    this.#closed = true;
    this.#answered(answer);
    this.#changed();
  }

  async #until(done: () => boolean): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#changed = () => {
        if (done() || this.#closed) resolve();
      };
      this.#changed();
    });
    await reached;
  }

  #everySecond(act: () => void): void {
    const timer = setInterval(act, SECOND_MS);
    this.#socket.once('close', () => clearInterval(timer));
  }

  #read(bytes: Buffer): void {
    if (this.#head === undefined) this.#readFrames(bytes);
    else this.#readHttp(this.#head, bytes);
    this.#changed();
  }

  #readHttp(begun: string, bytes: Buffer): void {
    // As many characters as bytes, whatever they are.
    const text = begun + bytes.toString('latin1');
    if (text.startsWith('HTTP/1.1 101')) {
      const end = text.indexOf(HEAD_END);
      this.#head = end < 0 ? text : undefined;
      if (end >= 0) this.#readFrames(Buffer.from(text.slice(end + HEAD_END.length), 'latin1'));
      return;
    }
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      this.statuses.push(Number(status));
      this.#answered(`HTTP ${status}`);
    }
    // A status line may have begun here, and go on in the next chunk.
    this.#head = text.slice(-12);
  }

  #readFrames(bytes: Buffer): void {
    for (const { opcode, payload } of this.#frames.read(bytes)) {
      if (opcode === Opcode.Close) this.#close(`close ${payload.readUInt16BE(0)}`);
      if (opcode !== Opcode.Text) continue;
      // All of the server's messages begin with their type.
      const type = payload.toString('latin1', '{"type":"'.length, 40).split('"')[0]!;
      this.messages.set(type, (this.messages.get(type) ?? 0) + 1);
    }
  }
}

/** Counts what is the same: "48 × close 1009, 2 × reset". */
export function tally(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .toSorted()
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ');
}
