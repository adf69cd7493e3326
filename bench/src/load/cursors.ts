import { type Collection, type FindCursor, MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { listenerCalls } from './listener-calls.ts';
import { stretches } from './stretch.ts';

// A listening process as the article has it: each listener is a tailable cursor of its own, straight from MongoDB, on
// a secondary, from "now" on by the publishers' time, and with mongod's default wait of one second. Majority reads,
// so that what is compared is the same promise.

let audience: Audience;

async function open(topic: Collection<StampedTick>): Promise<FindCursor<StampedTick>> {
  const cursor = topic.find(
    { time: { $gte: new Date() } },
    { tailable: true, awaitData: true, readConcern: { level: 'majority' }, readPreference: 'secondary' },
  );
  // Opens it: the first batch is empty, and waits its second out.
  await cursor.tryNext();
  return cursor;
}

async function listen(cursor: FindCursor<StampedTick>, listener: number): Promise<void> {
  try {
    for await (const { _id, price } of cursor) {
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
    // A cursor that waits holds its connection.
    const client = await new MongoClient(uri, {
      appName: 'bench-cursors',
      maxPoolSize: count + 10,
    }).connect();
    const topic = client.db(database).collection<StampedTick>(collection);
    const cursors = await Promise.all(Array.from({ length: count }, () => open(topic)));
    for (const [listener, cursor] of cursors.entries()) void listen(cursor, listener);
  },
  ...listenerCalls(() => audience),
};

export type CursorCalls = typeof calls;

answerCalls(calls);
