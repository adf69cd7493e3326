import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, keep, kept, run, sha256 } from '@ticker/mongo/embedded';

/** Downloads are silent meanwhile. */
const TIMEOUT_MS = 60_000;

/** A package of Debian that was unpacked into our cache: nothing of it is installed. */
export interface Unpacked {
  /** The program asked for. */
  readonly path: string;
  /** The folder that holds all that was unpacked. */
  readonly root: string;
  /** What its process needs in its environment: where its libraries are. */
  readonly env: Record<string, string>;
}

/** Which program of which package. */
export interface DebianProgram {
  /** As Debian calls it: "nats-server". */
  readonly package: string;
  /** Where the package has the program: "usr/sbin/nats-server". */
  readonly file: string;
  /**
   * Packages that are unpacked with it, instead of all that it needs and that is not installed: PostgreSQL's wants a
   * compiler of 100 MB, without which it runs as well.
   */
  readonly beside?: readonly string[];
}

/**
 * A program of a Debian package: from our cache, else with apt's own signatures checked from where apt fetches, together
 * with those packages that it needs and that are not installed, or those that are named. Needs no root: apt only downloads, into our folder.
 *
 * @param log gets a line for a person before a download
 * @throws Error where there is no apt, or the package can't be had by it
 */
export async function debianPackage(
  wanted: DebianProgram,
  log: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Unpacked> {
  const cache = cacheFolder(env);
  const name = `debian-${wanted.package}`;
  const program = join('root', wanted.file);
  const folder =
    (await kept(cache, name)) ??
    (await keep(cache, name, async (draft) => {
      await run('apt-get', ['--version'], { env, timeoutMs: TIMEOUT_MS });
      log(`${wanted.package}: downloading Debian's package (once, into ${cache})`);
      await download(draft, wanted, env);
      return { [program]: await sha256(join(draft, program)) };
    }));
  const root = join(folder, 'root');
  const libraries = (await libraryFolders(root)).join(':');
  return { path: join(folder, program), root, env: { LD_LIBRARY_PATH: libraries } };
}

/** Fetches the package and what it needs into `draft`, and unpacks all of it into `draft/root`. */
async function download(draft: string, wanted: DebianProgram, env: NodeJS.ProcessEnv): Promise<void> {
  const [archives, lists] = [join(draft, 'archives'), join(draft, 'lists')];
  for (const folder of [archives, lists]) await mkdir(join(folder, 'partial'), { recursive: true });
  // The folder is closed to the user that apt would hand downloads to.
  const options = ['-qq', '-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User='];
  const apt = (...args: string[]) =>
    run('apt-get', [...options, ...args], {
      cwd: archives,
      env: { ...env, LC_ALL: 'C' },
      timeoutMs: TIMEOUT_MS,
    });
  const verbs = wanted.beside
    ? ['download']
    : ['install', '--download-only', '--no-install-recommends', '-y'];
  const names = [wanted.package, ...(wanted.beside ?? [])];
  const into = ['-o', `Dir::Cache::archives=${archives}`];
  try {
    await apt(...verbs, ...into, ...names);
  } catch {
    // A fresh system has no lists of packages, and old lists name files that are gone: with lists of our own then.
    const ours = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${draft}`];
    await apt('update', ...ours);
    await apt(...verbs, ...ours, ...into, ...names);
  }
  for (const file of await readdir(archives)) {
    if (!file.endsWith('.deb')) continue;
    await run('dpkg-deb', ['-x', join(archives, file), join(draft, 'root')], { env, timeoutMs: TIMEOUT_MS });
  }
  for (const left of await readdir(draft)) {
    if (left !== 'root') await rm(join(draft, left), { recursive: true, force: true });
  }
}

/** Folders that hold libraries, named after the machine: `usr/lib/x86_64-linux-gnu`. */
async function libraryFolders(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const parent of ['usr/lib', 'lib']) {
    const names = await readdir(join(root, parent)).catch(() => []);
    for (const name of names) if (name.includes('-linux-')) found.push(join(root, parent, name));
  }
  return found;
}
