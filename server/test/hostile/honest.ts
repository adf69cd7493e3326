import { Worker } from 'node:worker_threads';
import { FLOOD_TICKS, floodTick } from './flood.ts';

/** Ticks of an insert. */
const BATCH = 1_000;

/** What an honest client saw since it was connected, and its delays since they were last marked. */
export interface Observation {
  readonly lost: number;
  readonly repeated: number;
  readonly gaps: number;
  /** From the tick's `time`, the publisher's clock, to its receipt by the same clock, in ms; of 99 % of the ticks. */
  readonly p99: number;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: Error;
}

/** Honest publishers and clients, in a thread of their own: see honest-thread.mjs. */
export class Honest {
  readonly #thread: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  readonly #flooded = new Map<string, number>();
  #asked = 0;

  constructor(uri: string) {
    this.#thread = new Worker(new URL('./honest-thread.mjs', import.meta.url), { workerData: { uri } });
    this.#thread.on('message', ({ id, result, error }: Answer) => {
      if (error) this.#waiting.get(id)?.reject(error);
      else this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
    });
    this.#thread.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /** Begins to publish about fifty ticks a second into a topic. */
  async publish(topic: string): Promise<void> {
    await this.#ask('publish', topic);
  }

  /** Publishes a flood into it, as fast as ticks can be inserted; resolves when all are in the topic. */
  async flood(topic: string): Promise<void> {
    const first = this.#flooded.get(topic) ?? 0;
    this.#flooded.set(topic, first + FLOOD_TICKS);
    for (let at = first; at < first + FLOOD_TICKS; at += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, n) => floodTick(at + n));
      await this.#ask('insert', topic, batch);
    }
  }

  /** Connects a client to a server that reads the topic. */
  async join(url: string, topic: string): Promise<void> {
    await this.#ask('join', url, topic);
  }

  /** A period begins. */
  async mark(url: string): Promise<void> {
    await this.#ask('mark', url);
  }

  /**
   * What the client of this server saw, once it has so many delays of this period and every tick that was published.
   *
   * @throws Error where it was closed, or ticks do not come
   */
  async take(url: string, ticks: number): Promise<Observation> {
    return (await this.#ask('take', url, ticks)) as Observation;
  }

  async stop(): Promise<void> {
    await this.#ask('stop');
    await this.#thread.terminate();
  }

  async #ask(command: string, ...parameters: unknown[]): Promise<unknown> {
    const id = this.#asked++;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#thread.postMessage({ id, command, parameters });
    return answer;
  }
}
