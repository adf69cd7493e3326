import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keep, kept, sha256 } from '@ticker/mongo/embedded';
import type { Found } from './programs.ts';

const run = promisify(execFile);
const VERSION = 15;
const NAME = `postgresql-${VERSION}-debian`;
const BIN = `usr/lib/postgresql/${VERSION}/bin`;
const TIMEOUT_MS = 120_000;

/**
 * PostgreSQL as Debian 12 has it, unpacked into the cache: apt checks its signature, and nothing is installed.
 *
 * @returns undefined where apt is not ours to use
 * @throws Error where apt can't fetch it
 */
export async function debianPackage(cache: string, log: (line: string) => void): Promise<Found | undefined> {
  const there = await kept(cache, NAME);
  if (there) return { bin: join(there, BIN), home: there };
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  await run('apt-get', ['--version']);
  log(`downloading PostgreSQL ${VERSION} as a Debian package (once, 17 MB, into ${cache}) …`);
  const folder = await keep(cache, NAME, async (draft) => {
    const options = { cwd: draft, timeout: TIMEOUT_MS };
    await run('apt-get', ['download', '-q', `postgresql-${VERSION}`], options);
    const archive = (await readdir(draft)).find((file) => file.endsWith('.deb'));
    if (!archive) throw new Error('apt-get download brought no package');
    await run('dpkg', ['-x', archive, '.'], options);
    await rm(join(draft, archive));
    return { [`${BIN}/postgres`]: await sha256(join(draft, BIN, 'postgres')) };
  });
  return { bin: join(folder, BIN), home: folder };
}
