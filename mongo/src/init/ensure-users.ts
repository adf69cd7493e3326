import { MongoClient } from 'mongodb';
import { ROLES_DATABASE, type TopicRole } from '../roles.ts';

const AUTHENTICATION_FAILED = 18;

/** What became of a user. */
export interface UserMade {
  readonly user: string;
  readonly was: 'made' | 'changed' | 'found';
}

/** Who there is to be: the name, its password, its roles. */
export interface WantedUser {
  readonly user: string;
  readonly password: string;
  readonly roles: readonly string[];
}

/** The users of the roles, and an administrator for people. @param passwords by a user's name without its prefix */
export function usersOf(
  roles: readonly TopicRole[],
  prefix: string,
  passwords: ReadonlyMap<string, string>,
): WantedUser[] {
  return [...passwords].map(([name, password]) => {
    const user = `${prefix}-${name}`;
    const own = roles.filter((role) => role.user === user).map(({ role }) => role);
    return { user, password, roles: name === 'admin' ? ['root'] : own };
  });
}

/**
 * Sees to it that the users are there, with just these roles and these passwords; nothing is written where they are.
 *
 * @param client that may make users
 * @param hosts as in a connection string, by which a password is tried
 */
export async function ensureUsers(
  client: MongoClient,
  hosts: string,
  wanted: readonly WantedUser[],
): Promise<UserMade[]> {
  const db = client.db(ROLES_DATABASE);
  const { users } = await db.command({ usersInfo: 1 });
  const found = new Map((users as OldUser[]).map((old) => [old.user, old]));
  const made: UserMade[] = [];
  for (const { user, password, roles } of wanted) {
    const old = found.get(user);
    const was = !old
      ? 'made'
      : isSame(old, roles) && (await opens(hosts, user, password))
        ? 'found'
        : 'changed';
    made.push({ user, was });
    if (was === 'found') continue;
    await db.command({
      [was === 'made' ? 'createUser' : 'updateUser']: user,
      pwd: password,
      roles: roles.map((role) => ({ role, db: ROLES_DATABASE })),
      // What is guessed is stretched: SHA-1 is for clients of before 2018.
      mechanisms: ['SCRAM-SHA-256'],
      writeConcern: { w: 'majority' },
    });
  }
  return made;
}

interface OldUser {
  readonly user: string;
  readonly roles: readonly { role: string; db: string }[];
}

function isSame(old: OldUser, roles: readonly string[]): boolean {
  const wanted = roles.map((role) => `${ROLES_DATABASE}.${role}`);
  return sorted(old.roles.map(({ role, db }) => `${db}.${role}`)) === sorted(wanted);
}

function sorted(names: readonly string[]): string {
  return names.toSorted().join();
}

/** Whether it is the user's password. */
async function opens(hosts: string, user: string, password: string): Promise<boolean> {
  const auth = { username: user, password };
  const client = new MongoClient(hosts, { appName: 'ticker-init', auth, authSource: ROLES_DATABASE });
  try {
    await client.db(ROLES_DATABASE).command({ ping: 1 });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === AUTHENTICATION_FAILED) return false;
    throw error;
  } finally {
    await client.close();
  }
}
