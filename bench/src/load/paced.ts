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

/** Sends ticks; resolves when they are acknowledged, undefined where nobody acknowledges. */
export type Send = (ticks: readonly StampedTick[]) => Promise<unknown> | undefined;

/**
 * Publishes ticks at a rate, single ones unless a batch is asked for. An open loop: a slow send does not put off the
 * next, or the slowest moments would be those in which nothing is measured (coordinated omission).
 *
 * @throws Error when a send fails
 */
export async function paced(send: Send, { run, rate, seconds, batch = 1 }: PacedOrder): Promise<Published> {
  const count = Math.max(1, Math.round((rate * seconds) / batch));
  const [late, acknowledged] = [new LatencyHistogram(), new LatencyHistogram()];
  const sends: Promise<void>[] = [];
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
    const sent = send(ticks);
    if (sent) sends.push(sent.then(() => acknowledged.record(nowMicros() - sentMicros)));
  }
  await Promise.all(sends);
  return {
    counts: [count * batch],
    startMicros: start,
    endMicros: nowMicros(),
    acknowledged: acknowledged.encode(),
    late: late.encode(),
  };
}

/** Sends into a topic, with its write concern. */
export function intoTopic(topic: Collection<StampedTick>): Send {
  return (ticks) => (ticks.length === 1 ? topic.insertOne(ticks[0]!) : topic.insertMany(ticks));
}

/** What every publishing process answers that can keep a rate, whatever it publishes into. */
export interface PacedCalls {
  [name: string]: (argument: never) => Promise<unknown>;
  paced(order: PacedOrder): Promise<Published>;
}
