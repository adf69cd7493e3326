import { setTimeout as wait } from 'node:timers/promises';
import { type Collection, MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { type StampedTick, stampedTick } from '../measure/tick-stamp.ts';
import { OpCache, type Samples } from '../simulator/op-cache.ts';
import { sliceTime, type SliceTime } from '../simulator/slice-time.ts';
import { answerCalls } from '../stage/calls.ts';
import { type ArticleDocument, articleDocument, followArticle } from './article-topic.ts';
import { Audience } from './audience.ts';
import { FrameCache } from './frame-cache.ts';
import { listenerCalls } from './listener-calls.ts';
import type { Stretch } from './stretch.ts';
import { subscribe } from './subscription.ts';

// One of the simulation's processes: it publishes, and it listens. Samples are noted both as the simulator does and as
// they should be.

/** Where it publishes, and how it listens. */
export interface Place {
  readonly uri: string;
  readonly database: string;
  readonly collection: string;
  readonly w: 1 | 'majority';
  /** The WebSocket of our server; without one, cursors straight from MongoDB, as the article has it. */
  readonly url?: string;
  readonly listeners: number;
}

/** A run of the simulation in this process. */
export interface PlayOrder extends SliceTime {
  readonly run: number;
  /** Number of this process. */
  readonly publisher: number;
  /** How long after the first publications the article's listeners come. */
  readonly delayMs: number;
}

/** What was noted of it. */
export interface Played {
  readonly count: number;
  readonly startMicros: number;
  readonly endMicros: number;
  /** What reached the simulator's report. */
  readonly samples: Samples;
  /** From sent to acknowledged, each one: an encoded histogram. */
  readonly acknowledged: string;
}

const POOL = 50;

let place: Place;
let client: MongoClient;
let audience: Audience;
let cache: OpCache;
const frames = new FrameCache();

/** What each listener does with what comes: notes it in both ways. */
function listener(index: number): (stretches: readonly Stretch[], atMicros: number) => void {
  let before: number | undefined;
  return (stretches, atMicros) => {
    const ticks = stretches.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    for (let tick = 0; tick < ticks; tick++) {
      const now = Date.now();
      if (before !== undefined) cache.log('fetch', now - before);
      before = now;
    }
    audience.receive(index, stretches, atMicros);
  };
}

const collection = <T extends StampedTick | ArticleDocument>(): Collection<T> =>
  client.db(place.database).collection<T>(place.collection, { writeConcern: { w: place.w } });

/** The simulator's publisher times making the document too; the other clock is read between the two. */
async function publish(run: number, publisher: number, sequence: number, acknowledged: LatencyHistogram) {
  const start = nowMicros();
  const stamp = { run, publisher, sequence };
  let sent: number;
  if (place.url) {
    const tick = stampedTick(stamp, (sent = nowMicros()));
    await collection<StampedTick>().insertOne(tick);
  } else {
    const document = articleDocument(stamp, (sent = nowMicros()));
    await collection<ArticleDocument>().insertOne(document);
  }
  const end = nowMicros();
  acknowledged.record(end - sent);
  cache.log('publish', end - start);
}

const calls = {
  async open(given: Place) {
    place = given;
    client = await new MongoClient(place.uri, { appName: 'bench-simulation', maxPoolSize: POOL }).connect();
    audience = new Audience(place.listeners);
    cache = new OpCache();
    const { url } = place;
    if (!url) return;
    const handlers = (index: number) => ({
      ticks: listener(index),
      gap: () => audience.gap(),
      end: () => audience.end(),
    });
    const all = Array.from({ length: place.listeners }, (_, index) =>
      subscribe(url, frames, handlers(index)),
    );
    await Promise.all(all);
  },
  async play({ run, publisher, delayMs, ...time }: PlayOrder): Promise<Played> {
    const acknowledged = new LatencyHistogram();
    const startMicros = nowMicros();
    const listening = place.url ? undefined : wait(delayMs).then(listen);
    await sliceTime(time, (user) => publish(run, publisher, user, acknowledged));
    await listening;
    const endMicros = nowMicros();
    const count = time.users * time.iterations;
    return { count, startMicros, endMicros, samples: cache.sent, acknowledged: acknowledged.encode() };
  },
  ...listenerCalls(() => audience),
};

/** The article's listeners begin at the first document: what was published before they came says nothing of latency. */
function listen(): void {
  audience.latencyFrom(nowMicros());
  for (let index = 0; index < place.listeners; index++) {
    const cursor = followArticle(collection<ArticleDocument>(), listener(index));
    cursor.catch(() => {}).finally(() => audience.end());
  }
}

export type SimulatedUserCalls = typeof calls;

answerCalls(calls);
