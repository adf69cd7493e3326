import { chmod, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { keep, kept, sha256 } from './cache.ts';
import { run } from './run.ts';

/** A mongod in the cache, and what its process needs in its environment. */
export interface Found {
  path: string;
  env: Record<string, string>;
}

/** The version of MongoDB that we download. */
export const downloadVersion = '8.0.17';

const name = `mongodb-${downloadVersion}`;
// The longest silence, on a slow machine: while the archive, 150 MB of it, is checked and unpacked.
const timeoutMs = 20_000;

// In a process of its own, since the library prints its progress, and can't be told to give up on a dead network.
const script = `
  const { MongoBinary } = require(process.argv[1]);
  MongoBinary.getPath({ version: process.argv[2], checkMD5: true }).then(
    (path) => console.log(JSON.stringify({ path })),
    (error) => { console.error(error.message); process.exit(1); },
  );`;

/** The mongod that an earlier {@link downloadMongod} left in the cache. */
export async function downloaded(cache: string): Promise<Found | undefined> {
  const folder = await kept(cache, name);
  return folder ? { path: join(folder, 'mongod'), env: {} } : undefined;
}

/**
 * Downloads MongoDB for this system, by the way that mongodb-memory-server knows (its MONGOMS_ variables hold).
 *
 * @throws Error when the network does not reach it, or there is none for this system
 */
export async function downloadMongod(
  cache: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Found> {
  const library = downloader();
  const folder = await keep(cache, name, async (draft) => {
    let announced = false;
    const output = await run(process.execPath, ['-e', script, library, downloadVersion], {
      cwd: draft,
      timeoutMs,
      env: {
        ...env,
        MONGOMS_DOWNLOAD_DIR: draft,
        MONGOMS_MAX_RETRIES: '1',
        // Without this it takes any certificate.
        npm_config_strict_ssl: 'true',
      },
      onOutput: () => {
        if (!announced) log(`Downloading MongoDB ${downloadVersion} (once, into ${cache}) …`);
        announced = true;
      },
    });
    const { path } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as { path: string };
    const mongod = join(draft, 'mongod');
    await rename(path, mongod);
    await chmod(mongod, 0o755);
    return { mongod: await sha256(mongod) };
  });
  return { path: join(folder, 'mongod'), env: {} };
}

/** Where the library is: who uses this package for its topics and queues need not have it. */
function downloader(): string {
  try {
    return createRequire(import.meta.url).resolve('mongodb-memory-server-core');
  } catch (cause) {
    throw new Error('the package mongodb-memory-server-core is not installed', { cause });
  }
}
