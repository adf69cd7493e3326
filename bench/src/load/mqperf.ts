import { MongoClient } from 'mongodb';
import { LatencyHistogram } from '../measure/histogram.ts';
import { nowMicros } from '../measure/clock.ts';
import { type ClientName, CLIENTS, type MqClient } from '../mqperf/clients.ts';
import { message, sentMicros } from '../mqperf/message.ts';
import type { WriteConcern } from '../queue/way.ts';
import { answerCalls } from '../stage/calls.ts';

// A node of mqperf: a process of senders, or of receivers.

const POOL = 30;
/** Messages of a batch at most; at random from 1 on. */
const BATCH_MAX = 10;

export interface NodeOrder {
  readonly threads: number;
  readonly seconds: number;
}

/** What a node did. */
export interface NodeDone {
  readonly messages: number;
  /** From its start to its last message. */
  readonly seconds: number;
  /** From the send call to the acknowledged receipt: an encoded histogram, of a receiver. */
  readonly latency: string;
}

let client: MongoClient;
let mq: MqClient;

/** Threads as mqperf has them: each with one call under way. */
async function threads(
  { threads: count, seconds }: NodeOrder,
  act: () => Promise<number>,
): Promise<Omit<NodeDone, 'latency'>> {
  const start = nowMicros();
  let [messages, last] = [0, start];
  const thread = async (): Promise<void> => {
    while (nowMicros() - start < seconds * 1_000_000) {
      const done = await act();
      messages += done;
      if (done > 0) last = nowMicros();
    }
  };
  await Promise.all(Array.from({ length: count }, thread));
  return { messages, seconds: (last - start) / 1_000_000 };
}

const calls = {
  async connect({ uri }: { uri: string }) {
    const options = { appName: 'bench-mqperf', minPoolSize: POOL, maxPoolSize: POOL };
    client = await new MongoClient(uri, options).connect();
  },

  async prepare({ name, w, first }: { name: ClientName; w: WriteConcern; first: boolean }) {
    mq = await CLIENTS[name](client, w, first);
  },

  async send(order: NodeOrder): Promise<NodeDone> {
    const done = await threads(order, async () => {
      const count = 1 + Math.floor(Math.random() * BATCH_MAX);
      const at = nowMicros();
      await mq.send(Array.from({ length: count }, () => message(at)));
      return count;
    });
    return { ...done, latency: new LatencyHistogram().encode() };
  },

  async receive(order: NodeOrder): Promise<NodeDone> {
    const latency = new LatencyHistogram();
    const done = await threads(order, async () => {
      const received = await mq.receive();
      const now = nowMicros();
      for (const each of received) latency.record(now - sentMicros(each));
      return received.length;
    });
    return { ...done, latency: latency.encode() };
  },
};

export type MqperfCalls = typeof calls;

answerCalls(calls);
