import type { SubscriberCalls } from '../load/subscribers.ts';
import { Remote } from '../stage/remote.ts';
import { Server } from '../stage/server.ts';
import type { Variant } from './variant.ts';

export interface ServerVariantOptions {
  readonly name: string;
  /** `TAIL_AWAIT_MS` of the server. */
  readonly awaitMs: number;
  /** `TAIL_WAKE` of the server, on by default. */
  readonly wake?: 'on' | 'off';
  /** Subscribers, over WebSockets, in mode `all`. */
  readonly listeners: number;
  /** What it waits for besides before anybody listens. */
  readonly ready?: (server: Server) => Promise<void>;
}

/** Ours: a server process, and its subscribers in another. */
export function serverVariant({ name, awaitMs, wake, listeners, ready }: ServerVariantOptions): Variant {
  return {
    name,
    listeners,
    open: async ({ uri, topic }) => {
      const server = await Server.start({ uri, topic, awaitMs, wake });
      const remote = new Remote<SubscriberCalls>(`listeners (${name})`, 'subscribers');
      const close = async () => {
        // Subscribers first: a server with none has nobody to drain.
        await remote.stop();
        await server.stop();
      };
      try {
        await ready?.(server);
        await remote.call('open', { url: server.webSocketUrl, count: listeners });
        const processes = new Map([
          [`server (${name})`, server.pid],
          [remote.name, remote.pid],
        ]);
        return { remote, processes, tail: () => server.tail(), close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
