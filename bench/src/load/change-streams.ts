import { type ChangeStream, type ChangeStreamInsertDocument, MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { listenerCalls } from './listener-calls.ts';
import { stretches } from './stretch.ts';

// A listening process in which each listener is a change stream of its own on the topic, on a secondary. What it shows
// is majority-committed, always.

type Inserts = ChangeStream<StampedTick, ChangeStreamInsertDocument<StampedTick>>;

let audience: Audience;

async function listen(stream: Inserts, listener: number): Promise<void> {
  try {
    for await (const { fullDocument } of stream) {
      const { _id, price } = fullDocument;
      audience.receive(listener, stretches([{ id: _id.toHexString(), price }]), nowMicros());
    }
  } catch {
    // Counted as any other end: the report shows it.
  }
  audience.end();
}

const calls = {
  async open(options: { uri: string; database: string; collection: string; count: number }) {
    const { uri, database, collection, count } = options;
    audience = new Audience(count);
    // A stream that waits holds its connection.
    const client = await new MongoClient(uri, {
      appName: 'bench-change-streams',
      maxPoolSize: count + 10,
      readPreference: 'secondary',
    }).connect();
    const topic = client.db(database).collection<StampedTick>(collection);
    for (let listener = 0; listener < count; listener++) {
      const stream: Inserts = topic.watch([{ $match: { operationType: 'insert' } }]);
      // Opens it: from then on every insert comes.
      await stream.tryNext();
      void listen(stream, listener);
    }
  },
  ...listenerCalls(() => audience),
};

export type ChangeStreamCalls = typeof calls;

answerCalls(calls);
