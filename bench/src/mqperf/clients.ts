import { ensureQueue, Queue } from '@ticker/mongo';
import { type MongoClient, ObjectId } from 'mongodb';
import { DATABASE } from '../queue/job-store.ts';
import type { WriteConcern } from '../queue/way.ts';

/** Messages that a receiver asks for at once. */
const RECEIVE = 10;
const COLLECTIONS = { mqperf: 'mqperf', ours: 'mqperf_ours' };
/** For how long a message that was received is hidden from others. */
const HIDDEN_MS = 10_000;

/** What mqperf's interface is: send some, receive some and acknowledge them. */
export interface MqClient {
  send(messages: readonly string[]): Promise<unknown>;
  /** What was received and acknowledged; empty when there is nothing. */
  receive(): Promise<string[]>;
}

interface Message {
  readonly _id: ObjectId;
  readonly message: string;
  readonly next_delivery: Date;
}

/** @param prepare whether this process makes the collection, empty */
type Open = (client: MongoClient, w: WriteConcern, prepare: boolean) => Promise<MqClient>;

/**
 * mqperf's own client: ten `findAndModify` in a row, without a sort, on an index of when a message may be delivered next;
 * then a delete each. What the receiver writes is not acknowledged: only inserts have the write concern.
 */
const mqperf: Open = async (client, w, prepare) => {
  const db = client.db(DATABASE);
  const inserts = db.collection<Message>(COLLECTIONS.mqperf, { writeConcern: { w } });
  if (prepare) {
    await inserts.drop();
    await inserts.createIndex({ next_delivery: 1 });
  }
  const received = db.collection<Message>(COLLECTIONS.mqperf, { writeConcern: { w: 0 } });
  return {
    send: (messages) => {
      const at = new Date();
      return inserts.insertMany(
        messages.map((message) => ({ _id: new ObjectId(), message, next_delivery: at })),
      );
    },
    receive: async () => {
      const taken: Message[] = [];
      for (let call = 0; call < RECEIVE; call++) {
        const now = new Date();
        const hidden = { $set: { next_delivery: new Date(now.getTime() + HIDDEN_MS) } };
        // An unacknowledged findAndModify would answer nothing: servers of its time knew no write concern there.
        const found = await inserts.findOneAndUpdate({ next_delivery: { $lte: now } }, hidden, {
          writeConcern: { w: 1 },
        });
        if (!found) break;
        taken.push(found);
      }
      for (const { _id } of taken) await received.deleteOne({ _id });
      return taken.map(({ message }) => message);
    },
  };
};

/** The same protocol by our verbs: every write of ours, the receiver's too, has the write concern. */
const ours: Open = async (client, w, prepare) => {
  const name = `${DATABASE}.${COLLECTIONS.ours}`;
  if (prepare) {
    await client.db(DATABASE).dropCollection(COLLECTIONS.ours);
    await ensureQueue(client, { name });
  }
  const queue = new Queue<string>(client, { name, writeConcern: w });
  return {
    send: (messages) => queue.enqueueMany(messages.map((payload) => ({ payload }))),
    receive: async () => {
      const jobs = await queue.claimMany(RECEIVE);
      await queue.completeMany(jobs);
      return jobs.map(({ payload }) => payload);
    },
  };
};

export const CLIENTS = { mqperf, ours } satisfies Record<string, Open>;

export type ClientName = keyof typeof CLIENTS;
