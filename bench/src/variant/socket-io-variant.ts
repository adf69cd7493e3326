import type { SocketIoClientCalls } from '../load/socket-io-clients.ts';
import type { SocketIoServerCalls } from '../load/socket-io-server.ts';
import { Remote } from '../stage/remote.ts';
import type { Variant } from './variant.ts';

/** Socket.IO with its MongoDB adapter: one server emits, another has the clients. */
export function socketIoVariant(name: string, listeners: number): Variant {
  return {
    name,
    listeners,
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
        await publisher.call('start', { uri });
        const port = await server.call('start', { uri });
        await remote.call('open', { port, count: listeners });
        const processes = new Map([publisher, server, remote].map(({ name, pid }) => [name, pid]));
        return { remote, publisher, processes, tail: async () => undefined, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
