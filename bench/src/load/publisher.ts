import { type Collection, MongoClient } from 'mongodb';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { flatOut, type FlatOutOrder } from './flat-out.ts';
import { intoTopic, paced, type PacedOrder } from './paced.ts';

// The publishing process. The bare driver, not publisher/: what is compared is what follows the topic.

let topic: Collection<StampedTick>;

const calls = {
  async connect({ uri, database, collection }: { uri: string; database: string; collection: string }) {
    const client = await new MongoClient(uri, { appName: 'bench-publisher' }).connect();
    topic = client.db(database, { writeConcern: { w: 'majority' } }).collection<StampedTick>(collection);
  },
  paced: (order: PacedOrder) => paced(intoTopic(topic), order),
  flatOut: (order: FlatOutOrder) => flatOut(topic, order),
};

export type PublisherCalls = typeof calls;

answerCalls(calls);
