import { createAdapter } from '@socket.io/mongo-adapter';
import { MongoClient } from 'mongodb';
import { Server } from 'socket.io';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { paced, type PacedOrder } from './paced.ts';
import { EVENTS } from './socket-io-events.ts';
import { tickText } from './tick-text.ts';

// A Socket.IO server with @socket.io/mongo-adapter, set up as its README has it. Two of them make the way of a tick: one
// emits it, which inserts it into the adapter's collection; the other gets it by its change stream and sends it to its
// clients.

let server: Server;

/** The adapter inserts it into its collection, and tells nobody when that is done. */
function emit([tick]: readonly StampedTick[]): undefined {
  server.emit('tick', tickText(tick!));
}

const calls = {
  /** @returns the port of its clients */
  async start({ uri, database: name }: { uri: string; database: string }) {
    const client = await new MongoClient(uri, { appName: 'bench-socket-io' }).connect();
    const database = client.db(name, { writeConcern: { w: 'majority' } });
    await database
      .createCollection(EVENTS.collection, { capped: true, size: EVENTS.bytes })
      .catch((error: { codeName?: string }) => {
        if (error.codeName !== 'NamespaceExists') throw error;
      });
    server = new Server({ serveClient: false, transports: ['websocket'] });
    server.adapter(createAdapter(database.collection(EVENTS.collection)));
    server.listen(0);
    return (server.httpServer.address() as { port: number }).port;
  },
  /** Emits something that is no tick: the adapter does not say when its change stream is open. */
  async probe() {
    server.emit('probe');
  },
  paced: (order: PacedOrder) => paced(emit, order),
};

export type SocketIoServerCalls = typeof calls;

answerCalls(calls);
