import type { MongoClient } from 'mongodb';
import { ROLES_DATABASE, type Privilege, type TopicRole } from './roles.ts';

/** What became of a role. */
export interface Granted {
  readonly role: string;
  /** False: it was there, and has now exactly these rights. */
  readonly created: boolean;
}

/**
 * Makes the roles, or gives those that are there exactly these rights; majority-committed. Their users keep them.
 *
 * @param client of an administrator
 * @throws Error, with nothing changed, where a role of that name is for other collections; MongoServerError 13 where
 *   the user of the client may not do it
 */
export async function grantRoles(client: MongoClient, roles: readonly TopicRole[]): Promise<Granted[]> {
  const db = client.db(ROLES_DATABASE);
  const names = roles.map(({ role }) => ({ role, db: ROLES_DATABASE }));
  const found = await db.command({ rolesInfo: names, showPrivileges: true });
  const old = new Map((found['roles'] as OldRole[]).map((role) => [role.role, role]));
  for (const role of roles) refuseForeign(role, old.get(role.role));
  const granted: Granted[] = [];
  for (const { role, privileges } of roles) {
    const created = !old.has(role);
    await db.command({
      [created ? 'createRole' : 'updateRole']: role,
      privileges: privileges.map(({ resource, actions }) => ({ resource, actions })),
      roles: [],
      writeConcern: { w: 'majority' },
    });
    granted.push({ role, created });
  }
  return granted;
}

interface OldRole {
  readonly role: string;
  readonly privileges: readonly Privilege[];
}

/** Roles for another topic are in use by that topic's programs: to change them would shut those out. */
function refuseForeign(role: TopicRole, old: OldRole | undefined): void {
  const [topic] = collectionsOf(role);
  if (!old || !topic || collectionsOf(old).includes(topic)) return;
  const there = collectionsOf(old).join(', ') || 'something else';
  throw new Error(
    `the role ${role.role} is there already, for ${there}, not ${topic}: choose other names by --prefix, or, if ` +
      `nobody uses it any more, in mongosh: db.getSiblingDB("${ROLES_DATABASE}").dropRole("${role.role}")`,
  );
}

function collectionsOf({ privileges }: OldRole): string[] {
  const names = privileges
    .filter(({ resource }) => resource.collection)
    .map(({ resource }) => `${resource.db}.${resource.collection}`);
  return [...new Set(names)];
}
