import { ObjectId } from 'mongodb';
import type { TickDocument } from '../load/tick-document.ts';
import { waitUntil } from '../play/wait.ts';
import { SocketSubscriber } from '../subscriber/socket-subscriber.ts';
import type { Fault } from './fault.ts';

const BACKLOG = 5_000;
const FLOOD = 240_000;
const BATCH = 1_000;
const AT_ONCE = 4;
/** Nearly as long as an id may be: kernels hold tens of megabytes for a socket until the server can't write any more. */
const ID_LENGTH = 145;
/** A reader that takes nothing at all for ten seconds is cut off. */
const LOOK_MS = 6_000;
const PATIENCE_MS = 10_000;

/** A client stops reading for a while, and a small backlog overtakes it: it is told how many ticks it missed, to the last. */
export const slowReader: Fault = {
  name: 'slow-reader',
  about: 'a client stops reading while the backlog goes round: the number of ticks that it missed is exact',
  holdMs: 500,
  gaps: 'owed',
  alone: true,
  setting: {
    load: { rate: 100, burstSeconds: 0 },
    work: false,
    audience: 'socket',
    environment: { BACKLOG_MAX: String(BACKLOG), ALERTS: 'off' },
    // More than the flood: the server is not to be overtaken itself.
    ring: { max: 400_000, bytes: 2 ** 27 },
  },
  inject: async ({ servers: [server], load, random, record }) => {
    const options = { mode: 'all', tickers: ['*'], addresses: () => [server.url], random } as const;
    const reader = new SocketSubscriber({ ...options, name: 'slow reader' });
    record(reader);
    await waitUntil(() => reader.isServed, PATIENCE_MS);
    reader.paused = true;
    const looks = setInterval(() => {
      reader.paused = false;
      setImmediate(() => (reader.paused = true));
    }, LOOK_MS);
    for (let n = 0; n < FLOOD; n += AT_ONCE * BATCH)
      await Promise.all(Array.from({ length: AT_ONCE }, () => load.insert(batch())));
    clearInterval(looks);
    await new Promise(setImmediate);
    reader.paused = false;
    return {
      heal: async () => {},
      // On a busy machine a look may come too late: then it was cut off, and the ring has gone on without it.
      after: async (note) => {
        const overtaken = /slow_consumer/.test(JSON.stringify(reader.recording.legs));
        note(overtaken ? 'the reader was overtaken' : 'the reader was cut off: it took no byte for 10 s');
        return [];
      },
    };
  },
};

function batch(): TickDocument[] {
  return Array.from({ length: BATCH }, (_, price) => ({
    _id: new ObjectId().toHexString().padEnd(ID_LENGTH, '-'),
    time: new Date(),
    ticker: 'P0',
    price,
  }));
}
