import { type Collection, MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import type { StampedTick } from '../measure/tick-stamp.ts';
import { Audience } from './audience.ts';
import { listenerCalls, type ListenerCalls } from './listener-calls.ts';
import { stretches } from './stretch.ts';

/** What a listener reads MongoDB by. */
export interface Reading<T> {
  readonly appName: string;
  /** Opens one; from when it resolves on, every tick comes. */
  open(topic: Collection<StampedTick>): Promise<AsyncIterable<T>>;
  /** The tick in what came. */
  tickOf(each: T): StampedTick;
}

/** The calls that a listening process without a server answers. */
export interface DirectCalls extends ListenerCalls {
  open(options: { uri: string; database: string; collection: string; count: number }): Promise<void>;
}

/** A listening process in which every listener reads MongoDB by itself, on a secondary. */
export function directCalls<T>({ appName, open, tickOf }: Reading<T>): DirectCalls {
  let audience: Audience;
  const listen = async (ticks: AsyncIterable<T>, listener: number): Promise<void> => {
    try {
      for await (const each of ticks) {
        const { _id, price } = tickOf(each);
        audience.receive(listener, stretches([{ id: _id.toHexString(), price }]), nowMicros());
      }
    } catch {
      // Counted as any other end: the report shows it.
    }
    audience.end();
  };
  return {
    async open({ uri, database, collection, count }) {
      audience = new Audience(count);
      // What waits holds its connection.
      const options = { appName, maxPoolSize: count + 10, readPreference: 'secondary' } as const;
      const client = await new MongoClient(uri, options).connect();
      const topic = client.db(database).collection<StampedTick>(collection);
      const all = await Promise.all(Array.from({ length: count }, () => open(topic)));
      for (const [listener, ticks] of all.entries()) void listen(ticks, listener);
    },
    ...listenerCalls(() => audience),
  };
}
