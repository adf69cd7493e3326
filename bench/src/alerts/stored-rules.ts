import { alertNames, ensureAlerts, Rules } from '@ticker/mongo';
import { type Collection, MongoClient } from 'mongodb';
import { TICKER } from '../measure/tick-stamp.ts';
import type { Stage } from '../stage/stage.ts';
import { mixedRules } from './rule-mix.ts';

/** All on the ticker whose ticks come. Prices are moments in microseconds (tick-stamp.ts). */
const PRICES = { from: 1_000, to: 1e14 };
const ALL_MEMBERS = { writeConcern: { w: 3 } };
const AT_ONCE = 25;

/** Alert rules in the database, as many as a slice needs. */
export class StoredRules {
  readonly #client: MongoClient;
  readonly #rules: Collection;
  readonly #prepared: Collection;

  private constructor(client: MongoClient, name: string) {
    this.#client = client;
    const dot = name.indexOf('.');
    const db = client.db(name.slice(0, dot));
    this.#rules = db.collection(name.slice(dot + 1));
    this.#prepared = db.collection('prepared_rules');
  }

  /** Makes `count` rules of all kinds, none of which ever fires, and puts them aside. */
  static async prepare({ uri, topic }: Stage, count: number): Promise<StoredRules> {
    const client = await new MongoClient(uri, { appName: 'bench' }).connect();
    const names = alertNames(topic);
    const stored = new StoredRules(client, names.rules);
    try {
      await ensureAlerts(client, names);
      const rules = new Rules(client, names);
      const mixed = mixedRules(count, [TICKER], PRICES).entries();
      const create = async (): Promise<void> => {
        // One of each owner, or each would look through the others'.
        for (const [index, rule] of mixed)
          await rules.create(rule, { owner: `bench ${index}`, position: null, max: 1 });
      };
      await Promise.all(Array.from({ length: AT_ONCE }, create));
      await stored.#rules.aggregate([{ $out: stored.#prepared.collectionName }], ALL_MEMBERS).toArray();
      return stored;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /**
   * Has the database hold so many of them, and no other rule. By `$merge`: `$out` replaces the collection, and whoever
   * follows it has to begin anew.
   */
  async put(count: number): Promise<void> {
    await this.#rules.deleteMany({}, ALL_MEMBERS);
    // $limit takes no 0.
    if (count === 0) return;
    const into = { $merge: this.#rules.collectionName };
    await this.#prepared.aggregate([{ $limit: count }, into], ALL_MEMBERS).toArray();
  }

  /** Leaves no rule behind: whoever plays on this stage next has servers that would evaluate them. */
  async close(): Promise<void> {
    await this.#rules.deleteMany({}, ALL_MEMBERS).finally(() => this.#client.close());
  }
}
