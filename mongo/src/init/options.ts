import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertNames } from '../alerts/names.ts';
import { type RolesOptions, readOptions } from '../cli/roles-options.ts';
import { UsageError } from '../cli/usage-error.ts';

/** What the set is to become. */
export interface InitOptions extends RolesOptions {
  /** "host:port" of each member. */
  readonly members: readonly string[];
  /** The set's name. */
  readonly set: string;
  /** What the members know each other by: it opens everything. */
  readonly key: string;
  /** By the name of a user without its prefix: "publisher". */
  readonly passwords: ReadonlyMap<string, string>;
}

/** Those who get a user; "admin" is for people. */
const USERS = ['admin', 'publisher', 'server', 'worker'];

/**
 * Reads the environment: `MEMBERS` ("a:27017,b:27017"), `REPLICA_SET`, `SECRETS` (a folder that holds `admin/keyfile` and
 * `<user>/mongodb-password`), and, as `npm run roles` does, `TOPIC`, `CAPPED_SIZE`, `CAPPED_MAX`, `QUEUE`.
 *
 * @throws UsageError that names what is wrong
 */
export function readInitOptions(env: NodeJS.ProcessEnv): InitOptions {
  const members = (env['MEMBERS'] ?? '').split(',').map((member) => member.trim());
  if (!members.every((member) => /^[^:/@\s]+:\d+$/.test(member))) {
    throw new UsageError(`MEMBERS must list host:port of each member, not "${env['MEMBERS'] ?? ''}"`);
  }
  const roles = readOptions([], env)!;
  alertNames(roles.bounds.name, roles.queue);
  const folder = env['SECRETS'] || '/run/secrets';
  const secret = (name: string): string => {
    const text = read(folder, name);
    if (text === '') throw new UsageError(`SECRETS has an empty ${name}: ${join(folder, name)}`);
    return text;
  };
  return {
    ...roles,
    members,
    set: env['REPLICA_SET'] || 'rs0',
    // As mongod reads it: without white space.
    key: secret('admin/keyfile').replaceAll(/\s/g, ''),
    passwords: new Map(USERS.map((user) => [user, secret(`${user}/mongodb-password`)])),
  };
}

function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch (cause) {
    throw new UsageError(`SECRETS has no ${name} that can be read: ${(cause as Error).message}`, { cause });
  }
}
