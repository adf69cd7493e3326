import { type Collection, MongoClient } from 'mongodb';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { flatOut, type FlatOutOrder } from './flat-out.ts';
import { intoTopic, paced, type PacedOrder } from './paced.ts';
import { SteadyLoad, type SteadyOrder } from './steady.ts';

// The publishing process. The bare driver, not publisher/: what is compared is what follows the topic.

let topic: Collection<StampedTick>;
let load: SteadyLoad | undefined;

const calls = {
  async connect({ uri, database, collection }: { uri: string; database: string; collection: string }) {
    const client = await new MongoClient(uri, { appName: 'bench-publisher' }).connect();
    topic = client.db(database, { writeConcern: { w: 'majority' } }).collection<StampedTick>(collection);
  },
  paced: (order: PacedOrder) => paced(intoTopic(topic), order),
  flatOut: (order: FlatOutOrder) => flatOut(topic, order),
  async begin(order: SteadyOrder) {
    load = new SteadyLoad((tick) => topic.insertOne(tick), order);
  },
  /** Of what was begun: ticks of each ticker so far. @throws what an insert threw */
  published: async () => load!.counts,
  async end() {
    await load!.end();
    return load!.counts;
  },
};

export type PublisherCalls = typeof calls;

answerCalls(calls);
