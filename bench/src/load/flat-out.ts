import type { Collection } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { type StampedTick, stampedTick } from '../measure/tick-stamp.ts';
import type { Published } from './published.ts';

export interface FlatOutOrder {
  readonly run: number;
  /** How many publish at once, each with one insert under way. */
  readonly publishers: number;
  /** Ticks of one insert. */
  readonly batch: number;
  readonly seconds: number;
}

/**
 * Publishes as fast as it goes: each publisher sends the next `insertMany` when the last one is committed by the
 * majority. A closed loop on purpose: the question is the rate, and it finds the rate by itself.
 *
 * @throws MongoError when an insert fails
 */
export async function flatOut(
  topic: Collection<StampedTick>,
  { run, publishers, batch, seconds }: FlatOutOrder,
): Promise<Published> {
  const acknowledged = new LatencyHistogram();
  const start = nowMicros();
  const end = start + seconds * 1_000_000;
  const publish = async (publisher: number): Promise<number> => {
    let sequence = 0;
    for (let sent = nowMicros(); sent < end; sent = nowMicros()) {
      const ticks = Array.from({ length: batch }, () =>
        stampedTick({ run, publisher, sequence: sequence++ }, sent),
      );
      await topic.insertMany(ticks);
      acknowledged.record(nowMicros() - sent);
    }
    return sequence;
  };
  const counts = await Promise.all(Array.from({ length: publishers }, (_, publisher) => publish(publisher)));
  return {
    counts,
    startMicros: start,
    endMicros: nowMicros(),
    acknowledged: acknowledged.encode(),
    late: null,
  };
}
