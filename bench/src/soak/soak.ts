import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { ClientsReport, KindCounts, Lacking, SoakClientCalls } from '../load/soak-clients.ts';
import type { Start } from '../load/soak/soak-client.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { Remote } from '../stage/remote.ts';
import { RING } from '../stage/ring.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import type { Minute } from './minute.ts';
import { type ClientPlan, type Kind, mix } from './mix.ts';
import { TICKERS } from './ticker.ts';
import { Watch } from './watch.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 5_000;
/** For who reads slowly has up to a whole ring to read in the end. */
const PATIENCE_MS = 120_000;
/** After the last client: what the server closes for them by itself is closed then. */
const SETTLE_MS = 10_000;
/** A tick on the wire; of what comes, slow ones take this share. */
const TICK_BYTES = 88;
const SLOW_SHARE = 0.6;
/** Where in the ring slow ones begin: not so near its end that they are overtaken before they have read anything. */
const START_FROM = 0.1;
/** How far back deaf ones ask: more than the network takes without a reader. */
const DEAF_SHARE = 0.7;

export interface SoakOptions {
  readonly minutes: number;
  readonly clients: number;
  /** Ticks a second. */
  readonly rate: number;
  readonly seed: number;
}

/** What came of it. */
export interface Soaked extends SoakOptions {
  /** With no client, before and after. The latter is null where it was ended early. */
  readonly before: Minute['server'];
  readonly after: Minute['server'] | null;
  readonly all: readonly Minute[];
  readonly kinds: Partial<Record<Kind, KindCounts>>;
  readonly published: number;
  /** Clients whose books did not come out; null where it was ended early, so that they were not looked at. */
  readonly lacking: readonly Lacking[] | null;
  /** Why it was ended early. */
  readonly ended: string | null;
}

/**
 * Plays mixed clients against one server process for so long.
 *
 * @param stopped ends it early: then it says what it has
 * @param onMinute gets each minute when it is over
 * @throws Error when it can't begin
 */
export async function soak(
  stage: Stage,
  options: SoakOptions,
  stopped: AbortSignal,
  on: { readonly log: (line: string) => void; readonly minute: (minute: Minute) => void },
): Promise<Soaked> {
  const server = await Server.start({ uri: stage.uri, topic: stage.topic, awaitMs: 20 });
  // Those whose latency is told are in a process of their own.
  const parts = ['fast', 'other'].map(
    (name) => new Remote<SoakClientCalls>(`${name} clients`, 'soak-clients'),
  );
  try {
    return await play({ stage, server, parts }, options, stopped, on);
  } finally {
    await Promise.all(parts.map((part) => part.stop()));
    await server.stop();
  }
}

interface Parts {
  readonly stage: Stage;
  readonly server: Server;
  readonly parts: readonly Remote<SoakClientCalls>[];
}

async function play(
  { stage, server, parts }: Parts,
  options: SoakOptions,
  stopped: AbortSignal,
  { log, minute }: Parameters<typeof soak>[3],
): Promise<Soaked> {
  const { minutes, clients, rate, seed } = options;
  const watch = await Watch.begin(stage, server, parts);
  await wait(LOOK_MS);
  await watch.look();
  const { server: before } = await watch.sum();
  log(`${clients} clients come`);
  const run = stage.nextRun();
  const ordered = await withStarts(stage.uri, mix(clients, TICKERS, seed));
  const common = {
    url: server.url,
    run,
    seed,
    slowBytes: rate * TICK_BYTES * SLOW_SHARE,
    deafSeconds: (DEAF_SHARE * RING.max) / rate,
  };
  for (const [index, part] of parts.entries()) {
    const own = ordered.filter(({ plan }) => (plan.kind === 'fast') === (index === 0));
    await part.call('open', { ...common, clients: own });
  }
  log(`${rate} ticks/s, ${minutes} minutes`);
  await stage.publisher.call('begin', { run, rate, tickers: TICKERS });
  await watch.look();
  await watch.sum();
  const all: Minute[] = [];
  let last = await reports(parts);
  let ended: string | null = null;
  try {
    const startMs = performance.now();
    for (let number = 1; number <= minutes; number++) {
      while (performance.now() < startMs + number * MINUTE_MS) {
        const left = startMs + number * MINUTE_MS - performance.now();
        await wait(Math.min(LOOK_MS, left), undefined, { signal: stopped });
        await watch.look();
      }
      // What an insert threw is thrown here.
      await stage.publisher.call('published', undefined as never);
      last = await reports(parts);
      all.push({ minute: number, ...(await watch.sum()), ...last.minute });
      minute(all.at(-1)!);
    }
  } catch (error) {
    ended = stopped.aborted ? String(stopped.reason.message) : String(error);
  }
  const seen = { ...options, before, all, ended };
  if (ended !== null) {
    return { ...seen, kinds: last.kinds, published: 0, after: null, lacking: null };
  }
  const counts = await stage.publisher.call('end', undefined as never);
  log('no more ticks: everybody takes what is left');
  const published = [RING.max, ...counts.slice(1)];
  const lacking = await Promise.all(
    parts.map((part) => part.call('finish', { published, patienceMs: PATIENCE_MS })),
  );
  const { kinds } = await reports(parts);
  log('all clients leave');
  await Promise.all(parts.map((part) => part.call('leave', undefined as never)));
  await wait(SETTLE_MS);
  // What they took in the end is not of the time without clients.
  await watch.look();
  await watch.sum();
  await wait(LOOK_MS);
  await watch.look();
  const { server: after } = await watch.sum();
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { ...seen, kinds, published: total, after, lacking: lacking.flat() };
}

/** Gives those who begin far back their places in the ring, evenly spread: they are overtaken at different times then. */
async function withStarts(
  uri: string,
  plans: readonly ClientPlan[],
): Promise<{ plan: ClientPlan; start?: Start }[]> {
  const client = await new MongoClient(uri, { appName: 'soak' }).connect();
  const topic = client.db(RING.database).collection(RING.collection);
  const ids = await topic
    .find({}, { projection: { _id: 1 } })
    .toArray()
    .finally(() => client.close());
  const slow = plans.filter(({ kind }) => kind === 'slow');
  return plans.map((plan) => {
    if (plan.kind !== 'slow' && plan.kind !== 'deaf') return { plan };
    const share =
      plan.kind === 'deaf'
        ? 1 - DEAF_SHARE
        : START_FROM + ((1 - START_FROM) * slow.indexOf(plan)) / slow.length;
    const sequence = Math.floor(share * ids.length);
    return { plan, start: { id: String(ids[sequence]!._id), sequence } };
  });
}

async function reports(parts: Parts['parts']): Promise<{
  kinds: Soaked['kinds'];
  minute: Pick<Minute, 'fast' | 'stream' | 'returns' | 'gaps' | 'doubled' | 'displaced'>;
}> {
  const all: ClientsReport[] = await Promise.all(
    parts.map((part) => part.call('report', undefined as never)),
  );
  // No kind is in more than one process.
  const kinds: Soaked['kinds'] = Object.assign({}, ...all.map((report) => report.kinds));
  const sum = (of: (counts: KindCounts) => number) =>
    Object.values(kinds).reduce((total, counts) => total + of(counts), 0);
  const latency = (kind: 'fast' | 'stream') =>
    LatencyHistogram.merged(all.map((report) => LatencyHistogram.decode(report.latency[kind]))).summary();
  return {
    kinds,
    minute: {
      fast: latency('fast'),
      stream: latency('stream'),
      returns: sum(({ returns }) => returns),
      gaps: sum(({ gaps }) => gaps),
      doubled: sum(({ doubled }) => doubled),
      displaced: sum(({ displaced }) => displaced),
    },
  };
}
