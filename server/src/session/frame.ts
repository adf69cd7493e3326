import type { Tick } from '@ticker/protocol';

/**
 * An unmasked text frame, header and payload in one buffer (RFC 6455, section 5.2): built once and written as it is to
 * every socket that needs it. Only for connections without permessage-deflate, which we never negotiate.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + extra + length);
  frame[0] = 0x81;
  if (extra === 0) {
    frame[1] = length;
  } else if (extra === 2) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, 2 + extra);
  return frame;
}

/** Ticks of a frame, and how many were skipped for them. */
export interface TicksPayload {
  readonly ticks: readonly Tick[];
  readonly conflated: number;
}

const frames = new WeakMap<TicksPayload, Buffer>();

/** The frame of a `ticks` message: encoded once for each batch object, however many subscribers it goes to. */
export function ticksFrame(batch: TicksPayload): Buffer {
  let frame = frames.get(batch);
  if (!frame) {
    const { ticks, conflated } = batch;
    frames.set(batch, (frame = textFrame(JSON.stringify({ type: 'ticks', ticks, conflated }))));
  }
  return frame;
}
