import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Collection, MongoClient, ObjectId } from 'mongodb';
import { ResumingClient } from '../resuming-client.ts';
import { ServerProcess } from '../server-process.ts';

/** Servers with workers on a real replica set, and their clients. */
export class CrewStage {
  readonly clients: ResumingClient[] = [];
  readonly servers: ServerProcess[] = [];
  readonly #uri: string;
  readonly #mongo: MongoClient;
  readonly #topic: Collection;
  /** The id of the first tick, which every client has. */
  first = '';
  #publishing: Promise<string[]> | undefined;
  #published = 0;
  #stop = false;

  private constructor(uri: string, mongo: MongoClient, topic: Collection) {
    this.#uri = uri;
    this.#mongo = mongo;
    this.#topic = topic;
  }

  /** A topic of its own, with a tick, so that there is something to be read. */
  static async create(uri: string, database: string): Promise<CrewStage> {
    const mongo = await new MongoClient(uri, { writeConcern: { w: 'majority' } }).connect();
    const topic = await mongo
      .db(database)
      .createCollection(`t${Date.now()}`, { capped: true, size: 2 ** 24, max: 100_000 });
    const stage = new CrewStage(uri, mongo, topic);
    [stage.first = ''] = await stage.publish(1);
    return stage;
  }

  async start(environment: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({ ...this.environment, ...environment });
    this.servers.push(server);
    return server;
  }

  /** Starts one, and does not wait until it serves. */
  launch(): ServerProcess {
    const server = ServerProcess.launch(this.environment);
    this.servers.push(server);
    return server;
  }

  get environment(): Record<string, string> {
    const { namespace, dbName } = this.#topic;
    return { MONGODB_URI: this.#uri, TOPIC: namespace, QUEUE: `${dbName}.queue`, WORKERS: '2' };
  }

  async client(...urls: string[]): Promise<ResumingClient> {
    const client = await ResumingClient.open(...urls);
    this.clients.push(client);
    return client;
  }

  /** Publishes so many ticks in one insert; gives their ids. */
  async publish(count: number): Promise<string[]> {
    const documents = Array.from({ length: count }, () => ({
      _id: new ObjectId(),
      time: new Date(),
      ticker: 'PIP',
      price: this.#published++,
    }));
    await this.#topic.insertMany(documents);
    return documents.map(({ _id }) => _id.toHexString());
  }

  /** Publishes one small batch after the other until {@link published}; with so many milliseconds in between. */
  keepPublishing(paceMs = 0): void {
    this.#publishing = (async () => {
      const ids: string[] = [];
      while (!this.#stop) {
        ids.push(...(await this.publish(5)));
        if (paceMs > 0) await delay(paceMs);
      }
      return ids;
    })();
  }

  /** Ends that; gives the ids of all that was published by it. */
  async published(): Promise<string[]> {
    this.#stop = true;
    return (await this.#publishing) ?? [];
  }

  async close(): Promise<void> {
    await this.published();
    for (const client of this.clients) client.close();
    await Promise.all(this.servers.map((server) => server.stop('SIGKILL')));
    await this.#mongo.db(this.#topic.dbName).dropDatabase();
    await this.#mongo.close();
  }
}

/** The processes that a server has started, the oldest first. */
export function workersOf({ process: { pid } }: ServerProcess): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child)
    .filter((child) => isAlive(child))
    .toSorted((a, b) => a - b);
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
