import { findMongod, type Member, ReplicaSet } from '@ticker/mongo/embedded';
import { MongoClient } from 'mongodb';

/** Of half a minute each. */
const SETTLE_TRIES = 3;

/** What all plays are played on: a replica set of three, which every play leaves well. */
export class Stage {
  readonly set: ReplicaSet;
  /** Of the publishers and of us; not of the servers. */
  readonly client: MongoClient;
  readonly mongod: string;

  private constructor(set: ReplicaSet, client: MongoClient, mongod: string) {
    this.set = set;
    this.client = client;
    this.mongod = mongod;
  }

  static async open(log: (line: string) => void): Promise<Stage> {
    const mongod = await findMongod({ log });
    const set = await ReplicaSet.start({ mongod, setParameter: { enableTestCommands: 1 } });
    try {
      const client = await new MongoClient(set.uri, {
        appName: 'faults',
        heartbeatFrequencyMS: 500,
        connectTimeoutMS: 2_000,
        serverSelectionTimeoutMS: 5_000,
      }).connect();
      return new Stage(set, client, mongod.version);
    } catch (error) {
      await set.stop();
      throw error;
    }
  }

  member(address: string | null): Member {
    const member = this.set.members.find((one) => one.address === address);
    if (!member) throw new Error(`there is no member ${address}`);
    return member;
  }

  /** Has all members run and be of one mind again. */
  async heal(): Promise<void> {
    for (const member of this.set.members) {
      if (member.pid !== undefined && !member.responsive) member.resume();
      await member.start();
    }
    await this.settled();
  }

  /**
   * Resolves when all members that run are a primary and its secondaries. One that takes its writes back was seen to need more
   * than half a minute: where it finds nobody to read from, it asks again after so long.
   */
  async settled(): Promise<void> {
    for (let tries = 1; tries < SETTLE_TRIES; tries++) {
      const settled = await this.set.settled().then(
        () => true,
        () => false,
      );
      if (settled) return;
    }
    await this.set.settled();
  }

  /** Never rejects. */
  async close(): Promise<void> {
    await this.client.close().catch(() => {});
    await this.set.stop();
  }
}
