import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMongod } from '@ticker/mongo/embedded';
import { type Document, MongoClient } from 'mongodb';
import { DataFolder } from '../../src/embedded/data-folder.ts';
import { Guard } from '../../src/embedded/guard.ts';
import { Member } from '../../src/embedded/member.ts';
import { choosePorts } from '../../src/embedded/port.ts';
import { memberProgram, standalone } from '../../src/embedded/program.ts';
import { internalUser } from '../../src/init/internal-user.ts';

const SCRIPT = fileURLToPath(new URL('../../dist/init/main.js', import.meta.url));
const SET = 'rs0';

/** How a run of `ticker init` ended. */
export interface Ended {
  /** Null: it was killed. */
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: string;
}

/** What `ticker init` meets in docker-compose.yml: members with a key file that are no set, and a folder of secrets. */
export class BareSet {
  readonly members: readonly Member[];
  readonly key: string;
  readonly secrets: string;
  readonly #guard: Guard;
  #client: MongoClient | undefined;

  private constructor(guard: Guard, members: readonly Member[], secrets: string, key: string) {
    this.#guard = guard;
    this.members = members;
    this.secrets = secrets;
    this.key = key;
  }

  /** @param alone without `--replSet`: members that can't become a set */
  static async start({ nodes = 3, alone = false } = {}): Promise<BareSet> {
    const mongod = await findMongod({ log: console.log });
    const folder = new DataFolder();
    const guard = await Guard.start(folder.path, true);
    const ports = await choosePorts([], nodes, () => {});
    folder.remember(mongod, ports);
    const secrets = folder.secrets();
    const programs = ports.map((port, index) =>
      memberProgram(folder, index, port, {
        mongod,
        name: SET,
        setParameter: {},
        args: [],
        secrets,
        query: {},
      }),
    );
    const members = programs.map((program) => new Member(guard, alone ? standalone(program) : program));
    const set = new BareSet(guard, members, join(folder.path, 'secrets'), secrets.key);
    // As `ticker secrets` leaves them: the key with white space is what a person's key file may have.
    set.write('admin/keyfile', `${secrets.key.slice(0, 20)}\n${secrets.key.slice(20)}\n`);
    for (const user of ['admin', 'publisher', 'server', 'worker'])
      set.write(`${user}/mongodb-password`, `pass@word/${user}`);
    await Promise.all(members.map((member) => member.start()));
    return set;
  }

  get hosts(): string {
    return this.members.map(({ address }) => address).join(',');
  }

  get uri(): string {
    return `mongodb://${this.hosts}/?replicaSet=${SET}`;
  }

  /** What `ticker init` is told. */
  get environment(): Record<string, string> {
    return { MEMBERS: this.hosts, REPLICA_SET: SET, SECRETS: this.secrets };
  }

  write(secret: string, text: string): void {
    const path = join(this.secrets, secret);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, text);
  }

  /**
   * Runs `ticker init`, the built program.
   *
   * @param until kills it as soon as it has written a line that begins so
   */
  async init(environment: Record<string, string> = {}, until?: string): Promise<Ended> {
    const env = { PATH: process.env['PATH'], ...this.environment, ...environment };
    const child: ChildProcess = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout!.on('data', (chunk: Buffer) => {
      out += String(chunk);
      if (until !== undefined && out.split('\n').some((line) => line.startsWith(until)))
        child.kill('SIGKILL');
    });
    child.stderr!.on('data', (chunk: Buffer) => (err += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out: out.split('\n').filter(Boolean), err };
  }

  /** A client with every right, once there is a set. */
  async client(): Promise<MongoClient> {
    this.#client ??= await new MongoClient(this.uri, internalUser(this.key)).connect();
    return this.#client;
  }

  /** All that `ticker init` is to make: configuration, collections, indexes, roles, users with their credentials. */
  async picture(): Promise<Document> {
    const client = await this.client();
    const admin = client.db('admin');
    const collections: Document = {};
    for (const database of ['finance', 'work']) {
      const db = client.db(database);
      for (const info of await db.listCollections().toArray()) {
        const indexes = await db.collection(info.name).indexes();
        collections[`${database}.${info.name}`] = {
          info,
          indexes: indexes.toSorted((a, b) => (a.name! < b.name! ? -1 : 1)),
        };
      }
    }
    const { users } = await admin.command({ usersInfo: 1, showCredentials: true });
    const { roles } = await admin.command({ rolesInfo: 1, showPrivileges: true });
    const { config } = await admin.command({ replSetGetConfig: 1 });
    return { collections, users, roles, config };
  }

  /** The code of the error when somebody logs in and inserts a tick; undefined: they may. */
  async refusal(user: string, password: string): Promise<unknown> {
    const options = { auth: { username: user, password }, authSource: 'admin' };
    const client = new MongoClient(this.uri, options);
    try {
      const tick = { time: new Date(), ticker: 'PIP', price: 1 };
      await client.db('finance').collection('ticker').insertOne(tick);
      return undefined;
    } catch (error) {
      return (error as { code?: unknown }).code;
    } finally {
      await client.close();
    }
  }

  async stop(): Promise<void> {
    await this.#client?.close();
    await this.#guard.close();
  }
}
