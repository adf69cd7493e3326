import { type Collection, type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { ensureQueue, type JobDocument, Queue, type QueueOptions } from '@ticker/mongo';

/** A queue in a database of its own, and the collections behind it. */
export class QueueStage {
  readonly client: MongoClient;
  readonly db: Db;
  readonly jobs: Collection<JobDocument>;
  readonly dead: Collection<JobDocument>;
  readonly name: string;

  private constructor(client: MongoClient, database: string) {
    this.client = client;
    this.db = client.db(database);
    this.jobs = this.db.collection('queue');
    this.dead = this.db.collection('dead');
    this.name = `${database}.queue`;
  }

  static async open(uri: string, database: string, options: MongoClientOptions = {}): Promise<QueueStage> {
    const stage = new QueueStage(await new MongoClient(uri, options).connect(), database);
    await stage.db.dropDatabase();
    await ensureQueue(stage.client, { name: stage.name });
    return stage;
  }

  /** A queue over the collections, as another process would have it. */
  queue<Payload = unknown>(options: QueueOptions<Payload> = {}): Queue<Payload> {
    return new Queue<Payload>(this.client, { name: this.name, ...options });
  }

  async clear(): Promise<void> {
    await this.jobs.deleteMany({});
    await this.dead.deleteMany({});
  }

  /** Turns a running job's lease into one that is over, as time would. */
  async expire(...ids: readonly JobDocument['_id'][]): Promise<void> {
    await this.jobs.updateMany({ _id: { $in: ids } }, { $set: { leaseUntil: new Date(0) } });
  }

  /** Has a delayed job be due, as time would. */
  async due(...ids: readonly JobDocument['_id'][]): Promise<void> {
    await this.jobs.updateMany({ _id: { $in: ids } }, { $set: { dueAt: new Date(0) } });
  }

  async close(): Promise<void> {
    await this.db.dropDatabase();
    await this.client.close();
  }
}

/** Looks again and again until it holds. For what no event tells: at most as long as the test may last. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
