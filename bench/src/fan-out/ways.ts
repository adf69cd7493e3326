import type { BareServerCalls } from '../load/bare-server.ts';
import type { HubServerCalls } from '../load/hub-server.ts';
import { PUBLISH } from '../load/dialect/bare.ts';
import type { CrowdCalls, DialectName } from '../load/crowd.ts';
import { EVENTS } from '../load/socket-io-events.ts';
import type { SocketIoServerCalls } from '../load/socket-io-server.ts';
import { Broker, type BrokerKind } from '../peers/broker.ts';
import { mosquitto } from '../peers/mosquitto.ts';
import { nats } from '../peers/nats.ts';
import { Remote } from '../stage/remote.ts';
import { Server } from '../stage/server.ts';
import type { FanWay, OpenFan } from './way.ts';

/** What fans out, once it runs. */
interface Running {
  readonly pid: number;
  /** Of its clients' WebSockets. */
  readonly url: string;
  /** Of its publisher's, where that is another. */
  readonly publishUrl?: string;
  stop(): Promise<void>;
}

/** A way whose clients speak a dialect to what `start` gives. */
function way(
  name: string,
  dialect: DialectName,
  start: (...args: Parameters<FanWay['open']>) => Promise<Running>,
): FanWay {
  return {
    name,
    async open(stage, clients, log): Promise<OpenFan> {
      const running = await start(stage, clients, log);
      const crowd = new Remote<CrowdCalls>(`load (${name})`, 'crowd');
      const close = async () => {
        // Clients first: a server with none has nobody to drain.
        await crowd.stop();
        await running.stop();
      };
      try {
        await crowd.call('open', {
          dialect,
          url: running.url,
          publishUrl: running.publishUrl ?? running.url,
          uri: stage.uri,
          count: clients,
        });
        return { crowd, pid: running.pid, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

export const OURS = way('ours', 'ours', async ({ uri, topic }) => {
  const server = await Server.start({ uri, topic, awaitMs: 20 });
  return { pid: server.pid, url: server.webSocketUrl, stop: () => server.stop() };
});

/** The same without MongoDB: ticks are handed to it as to a bare loop. */
export const OUR_HUB = way('ours, the fan-out alone', 'ours-fed', async () => {
  const server = new Remote<HubServerCalls>('server (the fan-out alone)', 'hub-server');
  const ports = await server.call('start', undefined as never);
  const [url, publishUrl] = [ports.clients, ports.publishers].map((port) => `ws://127.0.0.1:${port}`);
  return { pid: server.pid, url: `${url}/ws`, publishUrl: publishUrl!, stop: () => server.stop() };
});

export const BARE = way('a bare loop', 'bare', async () => {
  const server = new Remote<BareServerCalls>('the bare loop', 'bare-server');
  const port = await server.call('start', undefined as never);
  const url = `ws://127.0.0.1:${port}`;
  return { pid: server.pid, url, publishUrl: url + PUBLISH, stop: () => server.stop() };
});

const SOCKET_IO = way('Socket.IO', 'socket-io', async ({ uri }) => {
  const server = new Remote<SocketIoServerCalls>('server (Socket.IO)', 'socket-io-server');
  const port = await server.call('start', { uri, database: EVENTS.database });
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
  return { pid: server.pid, url, stop: () => server.stop() };
});

function broker(kind: BrokerKind, dialect: DialectName): FanWay {
  return way(kind.name, dialect, async (_stage, _clients, log) => {
    const running = await Broker.start(kind, log);
    return { pid: running.pid, url: `ws://127.0.0.1:${running.ports.webSocket}`, stop: () => running.stop() };
  });
}

/** Whom ours is compared with, besides the limit. */
export const PEERS = [SOCKET_IO, broker(nats, 'nats'), broker(mosquitto, 'mqtt')];
