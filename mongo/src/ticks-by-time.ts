import { EVERY_TICKER, type Tick } from '@ticker/protocol';
import { type Document, type FindOptions, type MongoClient, MongoError } from 'mongodb';
import { splitNamespace } from './namespace.ts';
import { isRetryable } from './retryable.ts';
import { readTick } from './tick-document.ts';

/** A read may keep a member busy for so long, in milliseconds. */
const TIME_LIMIT_MS = 2_000;
/** Then its answer may be so long on its way, before the member counts as gone. */
const GRACE_MS = 1_000;
/** A read may bring so many documents: decoding them takes 0.6 s of our CPU. */
const MOST = 200_000;
/** Documents of one answer. Decoding 500 holds everybody else up for 2 ms; 10 000 did for 40-70. */
const BATCH = 500;
/** Dates beyond these fit in BSON, but not in JavaScript: they are no tick's. */
const LAST_MS = 8.64e15;

const MAX_TIME_MS_EXPIRED = 50;
const LOST = new Set<unknown>([
  43, // CursorNotFound
  136, // CappedPositionLost
  175, // QueryPlanKilled: the topic was dropped while we read
]);

/** A read of the topic's past came to nothing, because of what was asked or of how the database is. */
export class ReadFailed extends Error {
  override readonly name = 'ReadFailed';
  /** `too_slow`: a smaller question may be answered. `unavailable`: the same one may, later. */
  readonly reason: 'too_slow' | 'unavailable';

  constructor(reason: ReadFailed['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface ReadBounds {
  readonly readConcern: 'majority' | 'local';
  /** How long the member may work on it, in milliseconds: 2000. */
  readonly timeLimitMs?: number;
}

export interface TicksByTimeQuery extends ReadBounds {
  readonly tickers: ReadonlySet<string> | typeof EVERY_TICKER;
  /** Ticks of this time or later, in milliseconds since 1970. */
  readonly from?: number;
  /** Ticks before this time. */
  readonly to?: number;
  /** How many documents it may read: 200 000. */
  readonly most?: number;
}

/** A tick and where it stands in the natural order of the member that gave it: counts up, by one a document. */
export interface PlacedTick {
  readonly tick: Tick;
  readonly order: number;
}

/**
 * The topic's ticks from the newest time to the oldest; of the same time the later inserted one first. From a
 * secondary where there is one, by the index `{time: 1}`. Without that index it works too, for as much as the member
 * can sort in its time, with ticks of the same time in any order. Documents that are no tick are left out.
 *
 * @param signal gives up; its reason is thrown
 * @throws ReadFailed; MongoError for what will not pass by itself, such as a missing right
 */
export async function* ticksByTime(
  client: MongoClient,
  topic: string,
  { tickers, from = -Infinity, to = Infinity, most = MOST, ...bounds }: TicksByTimeQuery,
  signal: AbortSignal,
): AsyncGenerator<PlacedTick, void, void> {
  // Always a range of dates: in the index foreign types stand before and behind them.
  const time = {
    $gte: new Date(from),
    ...(to > LAST_MS ? { $lte: new Date(LAST_MS) } : { $lt: new Date(to) }),
  };
  const filter = { time, ...(tickers !== EVERY_TICKER && { ticker: { $in: [...tickers] } }) };
  let count = 0;
  for await (const document of read(
    client,
    topic,
    filter,
    { sort: { time: -1 }, limit: most + 1 },
    bounds,
    signal,
  )) {
    if (++count > most) throw new ReadFailed('too_slow', `more than ${most} documents would have to be read`);
    const tick = readTick(document);
    if (typeof tick !== 'string') yield { tick, order: document['$recordId'] };
  }
}

/**
 * The ticks that the ring will overwrite first, oldest first.
 *
 * @param count how many documents to look at
 * @param signal as in {@link ticksByTime}
 * @throws as {@link ticksByTime}
 */
export async function oldestTicks(
  client: MongoClient,
  topic: string,
  { count, ...bounds }: ReadBounds & { readonly count: number },
  signal: AbortSignal,
): Promise<Tick[]> {
  const ticks: Tick[] = [];
  for await (const document of read(
    client,
    topic,
    {},
    { sort: { $natural: 1 }, limit: count },
    bounds,
    signal,
  )) {
    const tick = readTick(document);
    if (typeof tick !== 'string') ticks.push(tick);
  }
  return ticks;
}

async function* read(
  client: MongoClient,
  topic: string,
  filter: Document,
  options: FindOptions,
  { readConcern, timeLimitMs = TIME_LIMIT_MS }: ReadBounds,
  signal: AbortSignal,
): AsyncGenerator<Document, void, void> {
  signal.throwIfAborted();
  const end = new AbortController();
  const gone = (): void => end.abort(signal.reason);
  signal.addEventListener('abort', gone);
  // maxTimeMS is the member's own clock: one that hangs, and a set without members, is left by ours.
  const patienceMs = timeLimitMs + GRACE_MS;
  const timer = setTimeout(() => end.abort(noAnswer(patienceMs)), patienceMs);
  const { database, collection } = splitNamespace(topic);
  const cursor = client
    .db(database)
    .collection<Document>(collection)
    .find(filter, {
      ...options,
      batchSize: BATCH,
      maxTimeMS: timeLimitMs,
      readConcern: { level: readConcern },
      readPreference: 'secondaryPreferred',
      // Foreign documents may be large, and their strings no UTF-8.
      projection: { time: 1, ticker: 1, price: 1 },
      enableUtf8Validation: false,
      showRecordId: true,
      signal: end.signal,
    });
  try {
    for (let first; (first = await cursor.next()) !== null;) {
      yield first;
      yield* cursor.readBufferedDocuments();
    }
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : described(error, timeLimitMs);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', gone);
    // Not awaited: a member that is gone would hold us up.
    void cursor.close().catch(() => {});
  }
}

function noAnswer(afterMs: number): ReadFailed {
  return new ReadFailed('unavailable', `no member of the replica set answered within ${afterMs} ms`);
}

function described(error: unknown, timeLimitMs: number): unknown {
  if (error instanceof MongoError && error.code === MAX_TIME_MS_EXPIRED) {
    return new ReadFailed('too_slow', `the database needs more than ${timeLimitMs} ms`, { cause: error });
  }
  if (isRetryable(error) || (error instanceof MongoError && LOST.has(error.code))) {
    return new ReadFailed('unavailable', (error as Error).message, { cause: error });
  }
  return error;
}
