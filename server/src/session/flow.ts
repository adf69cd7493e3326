import type { Socket } from 'node:net';

/** Bytes that may wait in the process for one connection before nothing more is read for it. */
export const HIGH_WATER_BYTES = 64 * 1024;

/** A peer that does not answer our end of the connection is dropped after this. */
export const CLOSE_MS = 5_000;

/** Bytes that the peer's kernel has taken of what was written to the socket. */
export function bytesTaken(socket: Socket): number {
  // What libuv still holds of the write under way; without it a slow reader of one large write looks dead.
  // The same number by which Node's own socket time-out tells (lib/net.js, _onTimeout).
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
