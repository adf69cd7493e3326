import { randomBytes } from 'node:crypto';
import { alertNames, ensureAlerts, ensureTopic } from '@ticker/mongo';
import { findMongod, ReplicaSet, type ReplicaSetOptions } from '@ticker/mongo/embedded';
import { type Document, MongoClient } from 'mongodb';
import { grantRoles } from '../src/grant-roles.ts';
import { type Privilege, rolesOf } from '../src/roles.ts';

export const TOPIC = 'finance.ticker';
export const TARGETS = { topic: TOPIC, queue: 'work.queue' };
export const NAMES = alertNames(TARGETS.topic, TARGETS.queue);
/** What `npm run roles` and the publisher take when nothing is said. */
export const BOUNDS = { name: TOPIC, sizeBytes: 16 * 1024 * 1024, max: 100_000 };

/** A replica set that lets nobody in without credentials, and its administrator's client. */
export class RolesSet {
  readonly set: ReplicaSet;
  readonly admin: MongoClient;
  // What a connection string has to encode, since people choose such.
  readonly password = `p@ss:w/rd?${randomBytes(6).toString('hex')}`;
  readonly #clients = new Map<string, MongoClient>();

  private constructor(set: ReplicaSet, admin: MongoClient) {
    this.set = set;
    this.admin = admin;
  }

  static async start(options: Partial<ReplicaSetOptions> = {}): Promise<RolesSet> {
    const set = await ReplicaSet.start({
      mongod: await findMongod({ log: console.log }),
      auth: true,
      ...options,
    });
    return new RolesSet(set, await new MongoClient(set.uri).connect());
  }

  /** Makes the topic, the collections of the alerts, the roles, and a user of each, called as its role. */
  async prepare(): Promise<void> {
    await ensureTopic(this.admin, BOUNDS);
    await ensureAlerts(this.admin, NAMES);
    for (const { role } of await grantRoles(this.admin, rolesOf(TARGETS, 'ticker')))
      await this.addUser(role, [role]);
  }

  /** Back to what a new set has. */
  async clear(): Promise<void> {
    await this.admin.db('finance').dropDatabase();
    await this.admin.db('work').dropDatabase();
    const admin = this.admin.db('admin');
    await admin.command({ dropAllRolesFromDatabase: 1 });
    const { users } = await admin.command({ usersInfo: 1 });
    for (const { user } of users) if (user !== 'admin') await admin.command({ dropUser: user });
  }

  /** Removes rules, jobs and dead letters. */
  async clearAlerts(): Promise<void> {
    const [finance, work] = [this.admin.db('finance'), this.admin.db('work')];
    const all = [finance.collection('rules'), work.collection('queue'), work.collection('dead')];
    await Promise.all(all.map((collection) => collection.deleteMany({})));
  }

  async addUser(name: string, roles: unknown[]): Promise<void> {
    await this.#everywhere({ createUser: name, pwd: this.password, roles });
  }

  /** Makes a user of a role that has just these privileges; both are called `name`. */
  async addUserWith(name: string, privileges: readonly Privilege[]): Promise<void> {
    await this.#everywhere({
      createRole: name,
      privileges: privileges.map(({ resource, actions }) => ({ resource, actions })),
      roles: [],
    });
    await this.addUser(name, [name]);
  }

  uriOf(user: string): string {
    return this.set.uriFor(user, this.password);
  }

  /** A connected client of a user, one for all tests, closed at the end. */
  async clientOf(user: string): Promise<MongoClient> {
    const client = this.#clients.get(user) ?? new MongoClient(this.uriOf(user), { monitorCommands: true });
    this.#clients.set(user, client);
    return client.connect();
  }

  async stop(): Promise<void> {
    await Promise.all([this.admin, ...this.#clients.values()].map((client) => client.close()));
    await this.set.stop();
  }

  /** Acknowledged by every member: a user may log in at any of them when it is done. */
  async #everywhere(command: Document): Promise<void> {
    await this.admin.db('admin').command({ ...command, writeConcern: { w: this.set.members.length } });
  }
}
