import { type Subscribe, SUBPROTOCOL } from '@ticker/protocol';
import { MongoClient } from 'mongodb';
import { type StampedTick, TICKER } from '../../measure/tick-stamp.ts';
import { RING } from '../../stage/ring.ts';
import { intoTopic } from '../paced.ts';
import { type Dialect, messageOf } from './dialect.ts';

const request: Subscribe = { type: 'subscribe', id: 1, tickers: [TICKER], mode: 'all' };

/** Our server: what is published goes into the topic, with majority. */
export const ours: Dialect = {
  subprotocol: SUBPROTOCOL,
  async greet(socket) {
    const subscribed = messageOf(socket, (message) => message.includes('"type":"subscribed"'));
    socket.send(JSON.stringify(request));
    await subscribed;
  },
  async publisher({ uri }) {
    const client = await new MongoClient(uri, { appName: 'bench-crowd' }).connect();
    const { database, collection } = RING;
    return intoTopic(
      client.db(database, { writeConcern: { w: 'majority' } }).collection<StampedTick>(collection),
    );
  },
};
