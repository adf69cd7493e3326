import { OVERLAP } from '@ticker/protocol';
import { BSON, ObjectId } from 'mongodb';

/**
 * What a reader needs besides the outage itself until it has read all that it missed, in seconds: a member's silence or
 * lag is noticed after 3–5, an election takes 2–10, a server's first fill 1–2 for each 100 000 ticks under load.
 */
export const RETURN_SECONDS = 30;

/** Ticks come in bursts, and go on coming while the missed ones are read. A judgement, no measurement. */
export const HEADROOM = 1.25;

/**
 * What a tick that overwrites another takes in the oplog besides its own bytes: an entry that inserts, and one that
 * deletes. Measured on MongoDB 6.0.27, inserted singly and a hundred at a time alike.
 */
const OPLOG_BYTES = 403;

/**
 * What a tick takes in a server's backlog, in bytes of its heap: 226 of 100 000 ticks of three tickers with ObjectIds,
 * 172 of 400 000 (Node 20.20).
 */
const BACKLOG_BYTES = 230;

/** mongod gives a capped collection a multiple of this many bytes. */
const GRAIN = 256;

/** What a topic has to bridge. */
export interface Outage {
  /** Ticks a second of all publishers together, at the busiest time. */
  readonly rate: number;
  /** For how many seconds a reader may be away and still get everything. */
  readonly seconds: number;
  /** Bytes of a tick's document in BSON: see {@link tickBytes}. */
  readonly bytes: number;
}

export interface TopicSize {
  /** Ticks. */
  readonly max: number;
  readonly sizeBytes: number;
  /** Bytes of oplog that so many ticks make: a member that is away for longer than its oplog lasts must be made anew. */
  readonly oplogBytes: number;
  /** Bytes of a server's memory that hold so many ticks. */
  readonly backlogBytes: number;
}

/**
 * How large a topic must be for a reader to be away for so long without a gap.
 *
 * - `max` = rate × (seconds + {@link RETURN_SECONDS}) × {@link HEADROOM} + `OVERLAP`. The last, since a reader that
 *   comes back proves by a tick at least that far behind the newest that nothing was overwritten (`rejoin.ts`).
 * - `sizeBytes` = max × bytes, so that it never binds before `max` does. mongod counts the documents' BSON here: neither
 *   indexes, nor what compression saves on disk (`mongo/test/topic-size.mongo.test.ts`). On disk, of 100 000 ticks of
 *   67 and 96 bytes: 62 and 68 a tick, and 114 and 123 for the indexes `_id` and `time` (6.0.27, after 1.7 rounds).
 */
export function topicSize({ rate, seconds, bytes }: Outage): TopicSize {
  const max = Math.ceil(rate * (seconds + RETURN_SECONDS) * HEADROOM) + OVERLAP;
  return {
    max,
    sizeBytes: Math.ceil((max * bytes) / GRAIN) * GRAIN,
    oplogBytes: max * (bytes + OPLOG_BYTES),
    backlogBytes: max * BACKLOG_BYTES,
  };
}

/**
 * Bytes of a tick's document as our publisher writes it: 64 and the ticker's letters. Others may have longer ids, or a
 * price in words.
 */
export function tickBytes(ticker: string): number {
  // Any whole number would be written as an integer, which is shorter.
  return BSON.calculateObjectSize({ _id: new ObjectId(), time: new Date(0), ticker, price: 0.5 });
}
