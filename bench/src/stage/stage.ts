import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { MongoClient } from 'mongodb';
import type { PublisherCalls } from '../load/publisher.ts';
import { Remote } from './remote.ts';
import { fillRing, RING } from './ring.ts';

/** What all scenarios play on: a real replica set of three; for most a full ring, and a process that publishes into it. */
export class Stage {
  readonly uri: string;
  readonly mongodVersion: string;
  readonly #set: ReplicaSet;
  #publisher: Remote<PublisherCalls> | undefined;
  #runs = 0;

  private constructor(set: ReplicaSet, mongodVersion: string) {
    this.#set = set;
    this.uri = set.uri;
    this.mongodVersion = mongodVersion;
  }

  /**
   * @param ring whether it has a full ring, and a publisher
   * @param log gets a line for a person before what takes long
   */
  static async open(ring: boolean, log: (line: string) => void): Promise<Stage> {
    const mongod = await findMongod({ log });
    log(`a replica set of three mongod ${mongod.version}`);
    // MongoDB's own election timeout: two busy cores are no dead primary.
    const set = await ReplicaSet.start({ mongod, log, electionTimeoutMs: 10_000 });
    const stage = new Stage(set, mongod.version);
    try {
      if (ring) await stage.#addRing(log);
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** @throws Error where the stage has no ring */
  get publisher(): Remote<PublisherCalls> {
    if (!this.#publisher) throw new Error('this stage has no ring: its scenario must ask for one');
    return this.#publisher;
  }

  get topic(): string {
    return `${RING.database}.${RING.collection}`;
  }

  /** The number of the next run, from 1: 0 is what the ring was filled with. */
  nextRun(): number {
    return ++this.#runs;
  }

  /**
   * Process ids of the members, named by what they are at this moment, and of the publisher where there is one.
   *
   * @param tailed `host:port` of the member that the server tails: "secondary A", where it is one
   */
  async processes(tailed?: string): Promise<Map<string, number>> {
    const primary = await this.#set.primary();
    const secondaries = this.#set.members.filter((member) => member !== primary);
    secondaries.sort((one, other) => Number(other.address === tailed) - Number(one.address === tailed));
    const [a, b] = secondaries;
    return new Map([
      ['primary', primary.pid ?? 0],
      ['secondary A', a?.pid ?? 0],
      ['secondary B', b?.pid ?? 0],
      ...(this.#publisher ? [['publisher', this.#publisher.pid] as const] : []),
    ]);
  }

  /** Ends every process of it. Never rejects. */
  async close(): Promise<void> {
    await this.#publisher?.stop();
    await this.#set.stop();
  }

  async #addRing(log: (line: string) => void): Promise<void> {
    log(`a full ring of ${RING.max.toLocaleString('en')} ticks`);
    const client = await new MongoClient(this.uri, { appName: 'bench' }).connect();
    await fillRing(client).finally(() => client.close());
    const { database, collection } = RING;
    this.#publisher = new Remote('publisher', 'publisher');
    await this.#publisher.call('connect', { uri: this.uri, database, collection });
  }
}
