import {
  type AlertDelivery,
  type AlertNames,
  alertNames,
  ensureAlerts,
  type JobDocument,
  type Match,
  type NewRuleOptions,
  parseDelivery,
  Queue,
  type Rule,
  Rules,
} from '@ticker/mongo';
import type { NewAlertRule, Tick } from '@ticker/protocol';
import {
  type Collection,
  type Db,
  type Document,
  MongoClient,
  type MongoClientOptions,
  ObjectId,
} from 'mongodb';
import type { RuleDocument } from '../../src/alerts/rule-document.ts';

export const tick: Tick = {
  id: '673f2671c2b5b6c9a2f1d0aa',
  time: 1_732_190_401_123,
  ticker: 'PIP',
  price: 44.51,
};
export const above: NewAlertRule = { ticker: 'PIP', condition: { type: 'above', price: 44.5 } };
export const every: NewAlertRule = { ...above, repeat: 'every', coolDownMs: 60_000 };

/** Alert rules in a database of their own, and the collections behind them. */
export class AlertsStage {
  readonly client: MongoClient;
  readonly db: Db;
  readonly names: AlertNames;
  readonly rules: Collection<RuleDocument>;
  readonly alerts: Collection<Document>;
  readonly jobs: Collection<JobDocument>;
  readonly dead: Collection<JobDocument>;
  /** As one process has them. */
  readonly own: Rules;

  private constructor(client: MongoClient, database: string) {
    this.client = client;
    this.db = client.db(database);
    this.names = alertNames(`${database}.ticker`, `${database}.queue`);
    this.rules = this.db.collection('rules');
    this.alerts = this.db.collection('alerts');
    this.jobs = this.db.collection('queue');
    this.dead = this.db.collection('dead');
    this.own = new Rules(client, this.names);
  }

  static async open(uri: string, database: string, options: MongoClientOptions = {}): Promise<AlertsStage> {
    const stage = new AlertsStage(await new MongoClient(uri, options).connect(), database);
    await stage.db.dropDatabase();
    await ensureAlerts(stage.client, stage.names);
    return stage;
  }

  queue(): Queue<AlertDelivery> {
    return new Queue(this.client, { ...this.names.queue, parse: parseDelivery, maxAttempts: 1 });
  }

  async create(rule: NewAlertRule = above, options: Partial<NewRuleOptions> = {}): Promise<Rule> {
    return this.own.create(rule, { owner: null, position: null, max: 1_000, ...options });
  }

  async get({ id }: Rule): Promise<Rule> {
    return (await this.own.get(id, null))!;
  }

  /** Ends a rule's cool-down, as time would. */
  async cooled({ id }: Rule): Promise<void> {
    await this.rules.updateOne({ _id: new ObjectId(id) }, [{ $set: { coolUntil: '$$NOW' } }]);
  }

  async clear(): Promise<void> {
    await Promise.all([this.rules.deleteMany({}), this.jobs.deleteMany({}), this.dead.deleteMany({})]);
  }

  async close(): Promise<void> {
    await this.db.dropDatabase();
    await this.client.close();
  }
}

export function match({ id, generation }: Rule): Match {
  return { id, generation, tick };
}
