import type { Server } from '../stage/server.ts';
import { FeedSubscriber } from '../subscriber/feed-subscriber.ts';
import { SocketSubscriber } from '../subscriber/socket-subscriber.ts';
import { StreamSubscriber } from '../subscriber/stream-subscriber.ts';
import type { Subscriber } from '../subscriber/subscriber.ts';

/** Those whom every play records, of both servers: raw sockets, a stream, and the page's own feed; or the first of them only. */
export function audience(
  servers: () => readonly Server[],
  random: () => number,
  only?: 'socket',
): Subscriber[] {
  const alive = (): string[] =>
    servers()
      .filter(({ isRunning }) => isRunning)
      .map(({ url }) => url);
  const backwards = (): string[] => alive().toReversed();
  const socket = (name: string, mode: 'all' | 'latest', tickers: string[], addresses = alive) =>
    new SocketSubscriber({ name, mode, tickers, addresses, random });
  const first = socket('socket', 'all', ['*']);
  if (only) return [first];
  return [
    first,
    socket('other socket', 'all', ['*'], backwards),
    socket('socket of two tickers', 'all', ['P1', 'BURST']),
    socket('latest', 'latest', ['*']),
    new StreamSubscriber('stream', alive, random),
    new FeedSubscriber('feed', alive),
  ];
}
