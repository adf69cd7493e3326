import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { NotToBeHad } from '../peers/not-to-be-had.ts';
import { findPostgres, type Found, type Programs } from './programs.ts';

const run = promisify(execFile);
const keeper = fileURLToPath(new URL('../../src/postgres/keeper-process.mjs', import.meta.url));
const READY_MS = 20_000;
const LOOK_MS = 50;
const GRACE_MS = 5_000;
/** Debian's and npm's servers refuse to run as root: `nobody`, on every Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL's own defaults, but for the memory (a default of 128 MB against the 3 × 256 MB of our mongods), and for the
 * connections that the peers want. So it flushes its log to the disk before it answers, and writes full pages.
 */
const SETTINGS = { shared_buffers: '256MB', max_connections: '200', listen_addresses: '127.0.0.1' };

/** A PostgreSQL server of its own, on loopback, in a temporary folder that goes with it. */
export class Postgres {
  readonly url: string;
  readonly version: string;
  /** Of the postmaster: the others are its children. */
  readonly pid: number;
  /** Undefined where there is none. */
  readonly pgbench: string | undefined;
  /** What its programs need in their environment. */
  readonly env: NodeJS.ProcessEnv;
  /** All that it writes. */
  readonly folder: string;
  readonly #keeper: ChildProcess;

  private constructor(
    keeper: ChildProcess,
    { pid, url, folder }: Pick<Postgres, 'pid' | 'url' | 'folder'>,
    { version, pgbench, env }: Programs,
  ) {
    this.#keeper = keeper;
    this.folder = folder;
    this.pid = pid;
    this.url = url;
    this.version = version;
    this.pgbench = pgbench;
    this.env = { ...process.env, ...env };
  }

  /**
   * Starts one; resolves when it answers.
   *
   * @param programs where it is; by default it is looked for, and got
   * @throws NotToBeHad with one line where there is none to be had, or it does not start
   */
  static async start(log: (line: string) => void, programs?: Programs): Promise<Postgres> {
    const found = programs ?? (await findPostgres(log));
    log(`PostgreSQL ${found.version}${found.pgbench ? ', with pgbench' : ''}`);
    const folder = await mkdtemp(join(tmpdir(), 'ticker-postgres-'));
    const user = process.getuid?.() === 0 ? NOBODY : undefined;
    const data = join(folder, 'data');
    const { bin, env } = await prepared(found, folder, data, user).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
    const port = await freePort();
    const settings = { ...SETTINGS, port: String(port), unix_socket_directories: folder };
    const order = {
      path: join(bin, 'postgres'),
      args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      env,
      log: join(folder, 'postgres.log'),
      folder,
      user,
      graceMs: GRACE_MS,
    };
    const child = fork(keeper, [JSON.stringify(order)], {
      cwd: folder,
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      const pid = await pidOf(child, order.log);
      const url = `postgresql://bench@127.0.0.1:${port}/postgres`;
      const server = new Postgres(child, { pid, url, folder }, found);
      await server.#ready();
      return server;
    } catch (error) {
      if (child.connected) child.disconnect();
      throw error;
    }
  }

  /** Ends it, and removes its folder. Never rejects. */
  async stop(): Promise<void> {
    if (this.#keeper.exitCode !== null || this.#keeper.signalCode !== null) return;
    const exited = once(this.#keeper, 'exit');
    if (this.#keeper.connected) this.#keeper.disconnect();
    await exited;
  }

  async #ready(): Promise<void> {
    const until = performance.now() + READY_MS;
    for (;;) {
      const client = new pg.Client({ connectionString: this.url });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        await wait(LOOK_MS);
      }
    }
  }
}

/** Makes the data folder. @returns where the programs are for that user: in root's cache nobody else may read them */
async function prepared(
  { bin, home, env = {} }: Programs,
  folder: string,
  data: string,
  user: typeof NOBODY | undefined,
): Promise<Required<Pick<Found, 'bin' | 'env'>>> {
  if (user) await chown(folder, user.uid, user.gid);
  let readable = { bin, env };
  if (home && user) {
    const copy = join(folder, 'programs');
    await cp(home, copy, { recursive: true, verbatimSymlinks: true });
    await chmod(copy, 0o755);
    const moved = Object.entries(env).map(([name, value]) => [name, value.replaceAll(home, copy)] as const);
    readable = { bin: join(copy, relative(home, bin)), env: Object.fromEntries(moved) };
  }
  const options = ['--auth=trust', '--username=bench', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const where = { cwd: folder, env: { ...process.env, ...readable.env }, ...user };
  await run(join(readable.bin, 'initdb'), [...options, `--pgdata=${data}`], where);
  return readable;
}

async function pidOf(child: ChildProcess, log: string): Promise<number> {
  const [message] = (await once(child, 'message')) as [{ pid?: number; ended?: string }];
  if (message.pid !== undefined) return message.pid;
  const said = await readFile(log, 'utf8').catch(() => '');
  throw new NotToBeHad(`PostgreSQL did not start: ${said.trim().split('\n').at(-1) || message.ended}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
