/** What opens a WebSocket, up to its last line. */
export const HALF_A_HANDSHAKE =
  'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
export const HANDSHAKE = `${HALF_A_HANDSHAKE}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

export const Opcode = { Continuation: 0, Text: 1, Binary: 2, Close: 8, Ping: 9, Pong: 10 } as const;

export interface FrameOptions {
  readonly fin?: boolean;
  /** "The payload is compressed", though nobody agreed to that. */
  readonly rsv1?: boolean;
  readonly masked?: boolean;
}

/** A client's frame (RFC 6455, section 5.2). Its masking key is 0, which leaves the payload as it is. */
export function frame(
  opcode: number,
  payload: Buffer | string = '',
  { fin = true, rsv1 = false, masked = true }: FrameOptions = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const { length } = bytes;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + extra + (masked ? 4 : 0));
  head[0] = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode;
  head[1] = (masked ? 0x80 : 0) | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) head.writeUInt16BE(length, 2);
  if (extra === 8) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, bytes]);
}

/** A message as a frame. */
export function message(value: object): Buffer {
  return frame(Opcode.Text, JSON.stringify(value));
}

/** Takes a server's frames out of a stream of bytes. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The frames that these bytes complete. */
  *read(chunk: Buffer): Generator<{ readonly opcode: number; readonly payload: Buffer }> {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (;;) {
      const short = bytes.length < 2 ? 0 : bytes[1]! & 0x7f;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (bytes.length < head) break;
      const length =
        head === 10 ? Number(bytes.readBigUInt64BE(2)) : head === 4 ? bytes.readUInt16BE(2) : short;
      if (bytes.length < head + length) break;
      yield { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(head, head + length) };
      bytes = bytes.subarray(head + length);
    }
    this.#rest = Buffer.from(bytes);
  }
}
