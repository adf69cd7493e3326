import { ensureTopic } from '@ticker/mongo';
import type { MongoClient } from 'mongodb';
import { type StampedTick, stampedTick } from '../measure/tick-stamp.ts';

/** The topic of every scenario, with the bounds that Ticker gives one by default. */
export const RING = { database: 'finance', collection: 'ticker', sizeBytes: 16 * 2 ** 20, max: 100_000 };

const BATCH = 1_000;

/**
 * Makes the topic and fills it to its bound. Into a full ring every insert also deletes, which costs a third of the
 * rate: an empty one would flatter everybody.
 */
export async function fillRing(client: MongoClient): Promise<void> {
  const { database, collection, sizeBytes, max } = RING;
  await ensureTopic(client, { name: `${database}.${collection}`, sizeBytes, max });
  const topic = client.db(database).collection<StampedTick>(collection);
  for (let sequence = 0; sequence < max; sequence += BATCH) {
    const ticks = Array.from({ length: BATCH }, (_, index) =>
      stampedTick({ run: 0, publisher: 0, sequence: sequence + index }),
    );
    // The last one waits until the secondaries have all of it.
    const w = sequence + BATCH < max ? 1 : 3;
    await topic.insertMany(ticks, { writeConcern: { w } });
  }
}
