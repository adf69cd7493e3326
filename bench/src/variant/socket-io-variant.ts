import { setTimeout as wait } from 'node:timers/promises';
import type { SocketIoClientCalls } from '../load/socket-io-clients.ts';
import type { SocketIoServerCalls } from '../load/socket-io-server.ts';
import { Remote } from '../stage/remote.ts';
import { RING } from '../stage/ring.ts';
import type { Variant } from './variant.ts';

const LOOK_MS = 20;
const READY_MS = 15_000;

/** Socket.IO with its MongoDB adapter: one server emits, another has the clients. */
export function socketIoVariant(name: string, listeners: number): Variant {
  return {
    name,
    listeners,
    ownPublisher: true,
    open: async ({ uri }) => {
      const publisher = new Remote<SocketIoServerCalls>(`publisher (${name})`, 'socket-io-server');
      const server = new Remote<SocketIoServerCalls>(`server (${name})`, 'socket-io-server');
      const remote = new Remote<SocketIoClientCalls>(`listeners (${name})`, 'socket-io-clients');
      const close = async () => {
        await remote.stop();
        await Promise.all([publisher.stop(), server.stop()]);
      };
      try {
        // One after the other: who comes first makes the adapter's collection.
        const { database } = RING;
        await publisher.call('start', { uri, database });
        const port = await server.call('start', { uri, database });
        await remote.call('open', { port, count: listeners });
        await reached(publisher, remote, listeners);
        const processes = new Map([publisher, server, remote].map(({ name, pid }) => [name, pid]));
        return { remote, publisher, processes, tail: async () => undefined, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

/** Waits until every client gets what the other server emits. @throws Error when that takes more than 15 s */
export async function reached(
  emitter: Remote<SocketIoServerCalls>,
  clients: Remote<SocketIoClientCalls>,
  count: number,
): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!(await clients.call('probed', count))) {
    if (performance.now() > until)
      throw new Error(`Socket.IO reached not all clients in ${READY_MS / 1000} s`);
    await emitter.call('probe', undefined);
    await wait(LOOK_MS);
  }
}
