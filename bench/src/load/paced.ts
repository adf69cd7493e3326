import { setTimeout as wait } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { type StampedTick, stampedTick } from '../measure/tick-stamp.ts';
import type { Published } from './published.ts';

export interface PacedOrder {
  readonly run: number;
  /** Ticks a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Ticks of one insert. 1 by default. */
  readonly batch?: number;
}

/** Fraction of the golden ratio: its multiples, whole parts taken off, cover 0-1 evenly (Weyl's theorem). */
const GOLDEN = 0.618_033_988_75;

/**
 * When tick `index` is due, in milliseconds from the start: one tick in each interval, at changing places of it.
 *
 * On a strict beat of one second a cursor that waits for one second keeps the phase that it happened to begin with: the
 * p50 of one and the same set-up was 180 ms in one run and 950 in another. And 20 ms divide the beat as well.
 */
export function dueMs(index: number, rate: number): number {
  return ((index + ((index * GOLDEN) % 1)) * 1000) / rate;
}

/**
 * Publishes ticks at a rate, majority-committed, single ones unless a batch is asked for. An open loop: a slow insert
 * does not put off the next, or the slowest moments would be those in which nothing is measured (coordinated omission).
 *
 * @throws MongoError when an insert fails
 */
export async function paced(
  topic: Collection<StampedTick>,
  { run, rate, seconds, batch = 1 }: PacedOrder,
): Promise<Published> {
  const count = Math.max(1, Math.round((rate * seconds) / batch));
  const [late, acknowledged] = [new LatencyHistogram(), new LatencyHistogram()];
  const inserts: Promise<void>[] = [];
  const start = nowMicros();
  for (let index = 0; index < count; index++) {
    const due = start + dueMs(index, rate / batch) * 1000;
    const ahead = (due - nowMicros()) / 1000;
    if (ahead > 0) await wait(ahead);
    const sentMicros = nowMicros();
    late.record(sentMicros - due);
    const ticks = Array.from({ length: batch }, (_, at) =>
      stampedTick({ run, publisher: 0, sequence: index * batch + at }, sentMicros),
    );
    const insert = batch === 1 ? topic.insertOne(ticks[0]!) : topic.insertMany(ticks);
    inserts.push(insert.then(() => acknowledged.record(nowMicros() - sentMicros)));
  }
  await Promise.all(inserts);
  return {
    counts: [count * batch],
    startMicros: start,
    endMicros: nowMicros(),
    acknowledged: acknowledged.encode(),
    late: late.encode(),
  };
}
