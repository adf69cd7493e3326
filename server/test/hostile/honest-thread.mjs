import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MongoClient } from 'mongodb';
import { WebSocket } from 'ws';

// Publishers and honest clients, in a thread that the attackers leave in peace: on the attackers' own event loop the
// delays measured would be theirs. Plain JavaScript, since a thread gets no TypeScript from vitest.

/** About fifty ticks a second. */
const PAUSE_MS = 20;
/** How long an honest client waits for a tick that is in the topic. */
const PATIENCE_MS = 30_000;

const mongo = await new MongoClient(workerData.uri, { writeConcern: { w: 'majority' } }).connect();

/** Prices are numbers that count up, of each kind of tick for itself: whoever reads them sees what is missing. */
class Publisher {
  /** How many ticks of each kind are in the topic for certain. */
  published = { steady: 0, flood: 0 };
  #topic;
  #stopped = false;
  #running;

  constructor(name) {
    const [database, collection] = name.split('.');
    this.#topic = mongo.db(database).collection(collection);
    this.#running = this.#run();
  }

  /** One tick after the other, so that their order is certain. */
  async #run() {
    while (!this.#stopped) {
      const next = delay(PAUSE_MS);
      await this.#topic.insertOne({ time: new Date(), ticker: 'PIP', price: this.published.steady });
      this.published.steady++;
      await next;
    }
  }

  /** Ticks of a flood. */
  async insert(ticks) {
    await this.#topic.insertMany(ticks.map((tick) => ({ ...tick, time: new Date() })));
    this.published.flood += ticks.length;
  }

  async stop() {
    this.#stopped = true;
    await this.#running;
  }
}

/** Subscribed to every ticker. Counts what does not come as PROTOCOL.md promises. */
class HonestClient {
  #publisher;
  #socket;
  #next;
  #seen = { lost: 0, repeated: 0, gaps: 0 };
  #latencies = [];
  #ended;
  #changed = () => {};

  constructor(url, publisher) {
    this.#publisher = publisher;
    // What comes first tells where the numbers begin.
    this.#next = { steady: undefined, flood: publisher.published.flood };
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, 'ticker.v1.json');
    this.#socket.on('open', () =>
      this.#socket.send(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['*'] })),
    );
    this.#socket.on('error', (error) => (this.#ended = error.message));
    this.#socket.on('close', (code, reason) => {
      this.#ended ??= `closed with ${code} ${reason}`;
      this.#changed();
    });
    this.#socket.on('message', (data) => {
      this.#read(JSON.parse(String(data)), Date.now());
      this.#changed();
    });
  }

  /** From now on delays are those of another period. */
  mark() {
    this.#latencies = [];
  }

  /** What was seen, once it has so many delays and everything that was published. */
  async take(count) {
    const { steady, flood } = this.#publisher.published;
    const patience = AbortSignal.timeout(PATIENCE_MS);
    await new Promise((resolve, reject) => {
      patience.onabort = () => reject(new Error(`an honest client waits: ${this.#state()}`));
      this.#changed = () => {
        if (this.#ended) reject(new Error(`an honest client was not served: ${this.#ended}`));
        const done = this.#next.steady >= steady && this.#next.flood >= flood;
        if (done && this.#latencies.length >= count) resolve();
      };
      this.#changed();
    });
    this.#changed = () => {};
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    return { ...this.#seen, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] };
  }

  close() {
    this.#socket.terminate();
  }

  #read(message, at) {
    if (message.type === 'gap') this.#seen.gaps++;
    if (message.type !== 'ticks') return;
    for (const { ticker, price, time } of message.ticks) {
      const kind = ticker === 'PIP' ? 'steady' : 'flood';
      const expected = this.#next[kind] ?? price;
      if (price > expected) this.#seen.lost += price - expected;
      if (price < expected) this.#seen.repeated++;
      this.#next[kind] = Math.max(expected, price + 1);
      if (kind === 'steady') this.#latencies.push(at - time);
    }
  }

  #state() {
    return JSON.stringify({ has: this.#next, published: this.#publisher.published, ...this.#seen });
  }
}

const publishers = new Map();
const clients = new Map();

const commands = {
  publish: (topic) => void publishers.set(topic, new Publisher(topic)),
  insert: (topic, ticks) => publishers.get(topic).insert(ticks),
  join: (url, topic) => void clients.set(url, new HonestClient(url, publishers.get(topic))),
  mark: (url) => clients.get(url).mark(),
  take: (url, count) => clients.get(url).take(count),
  stop: async () => {
    for (const client of clients.values()) client.close();
    await Promise.all([...publishers.values()].map((publisher) => publisher.stop()));
    await mongo.close();
  },
};

parentPort.on('message', async ({ id, command, parameters }) => {
  try {
    parentPort.postMessage({ id, result: await commands[command](...parameters) });
  } catch (error) {
    parentPort.postMessage({ id, error });
  }
});
