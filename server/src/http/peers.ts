import type { Server, Socket } from 'node:net';
import { addressKey } from './address.ts';
import { ConnectionLimit } from './connection-limit.ts';

/** TCP connections of one address for each session that it may have: a page also asks for files, and may close late. */
const SPARE = 2;

export interface PeerLimits {
  /** Sessions of one address; 0: any number. */
  readonly connectionsPerAddress: number;
  /** Connections of all addresses together. */
  readonly connectionsMax: number;
  /** See {@link limitPeers}. */
  readonly ofWorker?: boolean;
  /** Whether an address is a proxy of ours, which brings everybody's connections. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Bounds what a server accepts at all, before a byte was read: half a handshake holds a connection as well as a whole
 * one does. What is too much is reset; whoever reads answers has got one from the limit of sessions long before.
 *
 * @returns the counter, for the metrics
 */
export function limitPeers(
  server: Server,
  { connectionsPerAddress, connectionsMax, ofWorker = false, isProxy }: PeerLimits,
): ConnectionLimit {
  let open = 0;
  if (ofWorker) {
    // `maxConnections` of a worker would have Node hand what is too much to the next worker, and so on, in a circle
    // that takes a whole core when all are full.
    server.prependListener('connection', (socket: Socket) => {
      open++;
      socket.once('close', () => open--);
      if (open <= connectionsMax) return;
      server.emit('drop');
      socket.resetAndDestroy();
    });
  } else server.maxConnections = connectionsMax;
  const limit = new ConnectionLimit(connectionsPerAddress * SPARE);
  server.on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    if (socket.remoteAddress !== undefined && isProxy(socket.remoteAddress)) return;
    const leave = limit.enter(addressKey(socket.remoteAddress));
    if (leave) socket.once('close', leave);
    else socket.resetAndDestroy();
  });
  return limit;
}
