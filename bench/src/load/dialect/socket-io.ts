import { createAdapter } from '@socket.io/mongo-adapter';
import { MongoClient } from 'mongodb';
import { Server } from 'socket.io';
import { wireTick } from '../tick-text.ts';
import { EVENTS } from '../socket-io-events.ts';
import { type Dialect, messageOf } from './dialect.ts';

// Packets of Engine.IO 4 and Socket.IO 5, of which a client needs four (https://socket.io/docs/v4/socket-io-protocol/).
const [OPEN, PING, PONG, CONNECT] = ['0', '2', '3', '40'];

/** Socket.IO: a server without clients emits, and @socket.io/mongo-adapter brings it to the one that has them. */
export const socketIo: Dialect = {
  async greet(socket) {
    await messageOf(socket, (message) => message.toString().startsWith(OPEN));
    const connected = messageOf(socket, (message) => message.toString().startsWith(CONNECT));
    socket.send(CONNECT);
    await connected;
  },
  answer: (message) => (message.toString() === PING ? PONG : undefined),
  async publisher({ uri }) {
    const client = await new MongoClient(uri, { appName: 'bench-crowd' }).connect();
    const server = new Server({ serveClient: false });
    const events = client
      .db(EVENTS.database, { writeConcern: { w: 'majority' } })
      .collection(EVENTS.collection);
    server.adapter(createAdapter(events));
    return (ticks) => {
      for (const tick of ticks) server.emit('tick', wireTick(tick));
      return undefined;
    };
  },
};
