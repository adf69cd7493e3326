import type { Alert, AlertRule, NewAlertRule, QueueReport } from '@ticker/protocol';
import { type Collection, type Db, MongoClient, ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { RawClient } from '../raw-client.ts';
import { ServerProcess } from '../server-process.ts';

export interface Answer<Body = AlertRule> {
  readonly status: number;
  readonly body: Body & { readonly code?: string; readonly message?: string };
}

export interface Asking {
  readonly method?: string;
  readonly body?: object;
  readonly token?: string;
}

/** Real server processes on one database of the real set, and what their clients do. */
export class AlertStage {
  readonly db: Db;
  readonly topic: Collection;
  readonly servers: ServerProcess[] = [];
  readonly #uri: string;
  readonly #mongo: MongoClient;
  readonly #clients: RawClient[] = [];

  private constructor(uri: string, mongo: MongoClient, name: string) {
    this.#uri = uri;
    this.#mongo = mongo;
    this.db = mongo.db(name);
    this.topic = this.db.collection('ticker');
  }

  /** @param name of the database, which is the test's own */
  static async open(uri: string, name: string): Promise<AlertStage> {
    const mongo = await new MongoClient(uri, { writeConcern: { w: 'majority' } }).connect();
    const stage = new AlertStage(uri, mongo, name);
    await stage.db.dropDatabase();
    await stage.db.createCollection('ticker', { capped: true, size: 2 ** 22, max: 10_000 });
    return stage;
  }

  /** A server that listens; its alerts may not be ready yet. */
  async listening(environment: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({
      MONGODB_URI: this.#uri,
      TOPIC: this.topic.namespace,
      QUEUE: `${this.db.databaseName}.queue`,
      WEBHOOK_NETWORKS: '127.0.0.1',
      ...environment,
    });
    this.servers.push(server);
    return server;
  }

  /** A server whose alerts are ready. @param token one that it takes, where it asks for one */
  async start(environment: Record<string, string> = {}, token?: string): Promise<ServerProcess> {
    const server = await this.listening(environment);
    const asking = { ...(token !== undefined && { token }) };
    await expect
      .poll(async () => (await ask(server, '/api/alerts', asking)).status, { timeout: 20_000, interval: 20 })
      .toBe(200);
    return server;
  }

  /** A client that watches, and the alerts that there were. */
  async watching(server: ServerProcess, token?: string): Promise<{ client: RawClient; alerts: Alert[] }> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const client = await RawClient.open(server.url, { headers });
    this.#clients.push(client);
    await client.expect('welcome');
    client.send({ type: 'watch', id: 1 });
    const { alerts } = await client.expect('watching');
    return { client, alerts };
  }

  /** Inserts ticks, one after the other, and gives their ids. */
  async publish(...prices: number[]): Promise<string[]> {
    return this.publishOf('PIP', ...prices);
  }

  async publishOf(ticker: string, ...prices: number[]): Promise<string[]> {
    const documents = prices.map((price) => ({ _id: new ObjectId(), time: new Date(), ticker, price }));
    await this.topic.insertMany(documents);
    return documents.map(({ _id }) => _id.toHexString());
  }

  /** Resolves when the server holds the tick. */
  async held(server: ServerProcess, id: string): Promise<void> {
    await expect
      .poll(async () => (await server.status()).backlog.last, { timeout: 20_000, interval: 20 })
      .toBe(id);
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.close();
    await Promise.all(this.servers.splice(0).map((server) => server.stop('SIGKILL')));
    await this.db.dropDatabase();
    await this.#mongo.close();
  }
}

export async function ask<Body = AlertRule>(
  server: { readonly url: string },
  path: string,
  { method = 'GET', body, token }: Asking = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer<Body>['body'] };
}

/** Makes a rule. */
export async function rule(
  server: { readonly url: string },
  wanted: Partial<NewAlertRule>,
  token?: string,
): Promise<AlertRule> {
  const body = { ticker: 'PIP', condition: { type: 'above', price: 50 }, ...wanted };
  const made = await ask(server, '/api/alerts', {
    method: 'POST',
    body,
    ...(token !== undefined && { token }),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

/** The rule as it is now. */
export async function now(server: { readonly url: string }, { id }: AlertRule): Promise<AlertRule> {
  return (await ask(server, `/api/alerts/${id}`)).body;
}

export async function queueOf(server: { readonly url: string }): Promise<QueueReport> {
  return (await ask<QueueReport>(server, '/api/queue')).body;
}
