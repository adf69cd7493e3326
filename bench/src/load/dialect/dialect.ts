import type { WebSocket } from 'ws';
import type { Send } from '../paced.ts';

/** Where something that fans ticks out is reached. */
export interface Address {
  /** Of its clients' WebSockets. */
  readonly url: string;
  /** Of its publisher's. */
  readonly publishUrl: string;
  /** Of the replica set, for those that are fed by MongoDB. */
  readonly uri: string;
}

/** What clients and a publisher of something that fans ticks out say: all over the same bare WebSockets. */
export interface Dialect {
  readonly subprotocol?: string;
  /** Speaks on an open connection; resolves when every tick comes from then on. @throws Error when it is refused */
  greet(socket: WebSocket): Promise<void>;
  /** What to answer to a message without ticks later on: a peer that asks for a sign of life. */
  answer?(message: Buffer): string | undefined;
  /** Opens a way to publish. */
  publisher(address: Address): Promise<Send>;
}

/** Resolves with the first message that is taken; the others are left alone. @throws Error when the connection ends */
export function messageOf(socket: WebSocket, take: (message: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the connection ended before it was subscribed'));
    const came = (message: Buffer) => {
      if (!take(message)) return;
      socket.off('message', came);
      socket.off('close', ended);
      resolve(message);
    };
    socket.on('message', came);
    socket.once('close', ended);
  });
}
