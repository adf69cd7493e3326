import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** SHA-256 in hexadecimal by file name. */
export type Hashes = Record<string, string>;

const manifest = 'sha256.json';

/** The folder that downloads are kept in: TICKER_CACHE, else `ticker` in XDG_CACHE_HOME, else in `~/.cache`. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['TICKER_CACHE']) return env['TICKER_CACHE'];
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'ticker');
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/**
 * The folder `name` of the cache, if its files are as they were when they were kept.
 *
 * @param hashes what they have to be; by default, what was noted when the folder was made
 */
export async function kept(cache: string, name: string, hashes?: Hashes): Promise<string | undefined> {
  const folder = join(cache, name);
  try {
    const expected = hashes ?? (JSON.parse(await readFile(join(folder, manifest), 'utf8')) as Hashes);
    for (const [file, hash] of Object.entries(expected)) {
      if ((await sha256(join(folder, file))) !== hash) return undefined;
    }
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * Makes the folder `name` of the cache, all or nothing: other processes see it whole or not at all, and where several
 * make it at the same time, the first is kept.
 *
 * @param make fills an empty folder, and gives the hashes of the files that count
 * @throws Error when `make` does, or when a file is not what its hash says
 */
export async function keep(
  cache: string,
  name: string,
  make: (folder: string) => Promise<Hashes>,
): Promise<string> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, `.${name}-`));
  const broken = `${draft}-broken`;
  try {
    const hashes = await make(draft);
    for (const [file, hash] of Object.entries(hashes)) {
      const actual = await sha256(join(draft, file));
      if (actual !== hash) throw new Error(`${file} has the SHA-256 ${actual}, not ${hash}`);
    }
    await writeFile(join(draft, manifest), JSON.stringify(hashes));
    const folder = join(cache, name);
    if (!(await kept(cache, name, hashes))) {
      // Moved aside first: a folder can't be renamed onto another that has files.
      await rename(folder, broken).catch(() => {});
      await rename(draft, folder).catch(() => {});
    }
    const result = await kept(cache, name);
    if (!result) throw new Error(`${folder} can't be written`);
    return result;
  } finally {
    for (const left of [draft, broken]) await rm(left, { recursive: true, force: true });
  }
}
