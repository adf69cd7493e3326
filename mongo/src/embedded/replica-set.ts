import { createAdmin } from './admin.ts';
import { configure } from './configuration.ts';
import { connectionString, type Credentials } from './connection-string.ts';
import { DataFolder } from './data-folder.ts';
import { Guard } from './guard.ts';
import { Member } from './member.ts';
import type { Mongod } from './mongod.ts';
import { moveMembers } from './move.ts';
import { choosePorts } from './port.ts';
import { memberProgram } from './program.ts';
import { isSettled, roles, until } from './roles.ts';

/** How to start a {@link ReplicaSet}. */
export interface ReplicaSetOptions {
  mongod: Mongod;
  /** Where the data stays between runs. Without it: a temporary folder, removed at the end. */
  dataDir?: string;
  /** Empty `dataDir` first. */
  fresh?: boolean;
  /** The set's name, "ticker". */
  name?: string;
  /** Number of members, 3. */
  nodes?: number;
  /** More of mongod's `--setParameter`s. */
  setParameter?: Record<string, string | number | boolean>;
  /** More of mongod's arguments. */
  args?: string[];
  /**
   * Have the members ask for credentials: a key file among themselves, SCRAM of everybody else. The set's URI is its
   * administrator's then.
   */
  auth?: boolean;
  /** Options of every connection string, the set's own ones included: those of TLS, say. */
  query?: Record<string, string>;
  /** Milliseconds after which the members elect another primary, 2000. */
  electionTimeoutMs?: number;
  /** Gets a line for a person about what is unusual. */
  log?: (line: string) => void;
}

/**
 * A real replica set of mongods on this machine.
 *
 * We spawn them ourselves, since MongoMemoryReplSet keeps its processes to itself: tests have to kill a member with
 * SIGKILL, freeze it, and start it again on its port and data, and the set has to end when its program is killed.
 */
export class ReplicaSet {
  /** Connection string of the whole set; with authentication its administrator's, who may do everything. */
  readonly uri: string;
  readonly members: readonly Member[];
  readonly #guard: Guard;
  readonly #query: Readonly<Record<string, string>>;

  private constructor(
    guard: Guard,
    members: readonly Member[],
    query: Readonly<Record<string, string>>,
    admin: Credentials | undefined,
  ) {
    this.#guard = guard;
    this.#query = query;
    this.members = members;
    this.uri = this.#uri(admin);
  }

  /**
   * Starts a set; resolves when it has a writable primary and all others are secondaries.
   *
   * @throws Error, one line, when the data folder is in use, another program's, or of another version of MongoDB, or
   *   when a mongod ends at its start
   */
  static async start(options: ReplicaSetOptions): Promise<ReplicaSet> {
    const { mongod, fresh, nodes = 3, name = 'ticker', electionTimeoutMs = 2000, log = () => {} } = options;
    const { setParameter = {}, args = [], auth = false, query = {} } = options;
    const folder = new DataFolder(options.dataDir);
    const guard = await Guard.start(folder.path, folder.temporary);
    try {
      if (fresh) folder.empty();
      const old = folder.ports(mongod, nodes);
      const ports = await choosePorts(old, nodes, log);
      if (old.length === 0) folder.remember(mongod, ports);
      const secrets = auth ? folder.secrets() : undefined;
      const programs = ports.map((port, index) =>
        memberProgram(folder, index, port, { mongod, name, setParameter, args, secrets, query }),
      );
      if (old.length > 0 && old.join() !== ports.join()) {
        await moveMembers(guard, programs);
        folder.remember(mongod, ports);
      }
      const members = programs.map((program) => new Member(guard, program));
      await Promise.all(members.map((member) => member.start()));
      await configure(members, { name, electionTimeoutMs });
      const admin = secrets && { user: 'admin', password: secrets.password };
      const set = new ReplicaSet(guard, members, { replicaSet: name, ...query }, admin);
      await set.#elect();
      if (admin) await createAdmin(await set.primary(), members.length, admin);
      return set;
    } catch (error) {
      await guard.close();
      throw error;
    }
  }

  /** Connection string of the whole set for a user of the database `admin`. */
  uriFor(user: string, password: string): string {
    return this.#uri({ user, password });
  }

  /** The member that takes writes; waits for one up to 30 s. */
  async primary(): Promise<Member> {
    const { primary } = await until(this.members, 'primary', ({ primary }) => primary !== undefined);
    return primary as Member;
  }

  /** The members that are secondaries at this moment. */
  async secondaries(): Promise<Member[]> {
    return (await roles(this.members)).secondaries;
  }

  /** Has the primary hand over to another member; resolves with the new primary when the set is settled. */
  async stepDown(): Promise<Member> {
    const old = await this.primary();
    await old.command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    await until(this.members, 'other primary', ({ primary }) => primary !== undefined && primary !== old);
    await this.settled();
    return this.primary();
  }

  /** Waits, up to 30 s, until one member is primary and all others that run are its secondaries. */
  async settled(): Promise<void> {
    await until(this.members, 'primary with all others as secondaries', isSettled);
  }

  /** Ends all members, and removes a temporary data folder. Never rejects; a second call waits for the first. */
  stop(): Promise<void> {
    return this.#guard.close();
  }

  #uri(credentials: Credentials | undefined): string {
    const options = { ...this.#query, ...(credentials && { authSource: 'admin' }) };
    return connectionString(
      this.members.map(({ address }) => address),
      options,
      credentials,
    );
  }

  /** Has a member stand for election as soon as all are ready, rather than wait for the election timeout. */
  async #elect(): Promise<void> {
    await until(this.members, 'primary', async ({ primary, secondaries, others }) => {
      if (others.length > 0) return false;
      // The others refuse their votes to one that is behind them; then the next may try.
      for (const candidate of primary ? [] : secondaries) {
        const elected = await candidate.command({ replSetStepUp: 1 }).then(
          () => true,
          () => false,
        );
        if (elected) break;
      }
      return primary !== undefined;
    });
  }
}
