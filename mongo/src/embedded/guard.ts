import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a process ended: its exit code, or the name of the signal (or of the failure to start). */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/** A program to run under the guard: `log` is the file that its output is appended to. */
export interface Program {
  path: string;
  args: string[];
  env: Record<string, string>;
  log: string;
}

/** A process that the guard started. */
export interface Running {
  pid: number;
  exited: Promise<Exit>;
}

interface Waiting {
  pid?: number;
  started: (pid: number) => void;
  ended: (exit: Exit) => void;
}

type Report = { ready: true } | { inUseBy: string } | { key: number; pid: number } | ({ key: number } & Exit);

// From src/ and from dist/ the way to it is the same.
const script = fileURLToPath(new URL('../../src/embedded/guard-process.mjs', import.meta.url));
// A member that shuts down cleanly needs about 1 s; killed, it only costs the next start a recovery.
const graceMs = 5000;

/**
 * Our end of the guard process, which spawns a set's members and ends them when we end, by whatever way.
 * It runs in a session of its own: a terminal's Ctrl-C reaches neither it nor the members, so that what uses them can
 * finish first.
 */
export class Guard {
  readonly #process: ChildProcess;
  readonly #processes = new Map<number, Waiting>();
  #keys = 0;

  private constructor(process: ChildProcess, leftovers: string[]) {
    this.#process = process;
    process.on('message', (report: Report) => this.#receive(report));
    process.once('exit', () => this.#orphaned(leftovers));
  }

  /**
   * Starts the guard of a data folder.
   *
   * @param folder the set's data folder, which exists
   * @param temporary remove the folder at the end, whoever ends it
   * @throws Error when another running program has the folder
   */
  static async start(folder: string, temporary: boolean): Promise<Guard> {
    const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
    // Not inside the folder: a socket's path is limited to about 100 bytes.
    const socket = temporary ? null : join(tmpdir(), `ticker-${name}.sock`);
    const process = fork(script, [JSON.stringify({ folder, temporary, socket, graceMs })], {
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const guard = new Guard(process, socket === null ? [folder] : [socket]);
    const report = await new Promise<Report>((resolve, reject) => {
      process.once('message', resolve);
      process.once('error', reject);
      process.once('exit', (code) => reject(new Error(`The guard of ${folder} ended at start (${code}).`)));
    });
    if ('inUseBy' in report) {
      await guard.close();
      const by = report.inUseBy === '' ? '' : ` (process ${report.inUseBy})`;
      throw new Error(
        `The data folder ${folder} is in use by another start${by}: stop that one, or use another folder.`,
      );
    }
    return guard;
  }

  /** Starts a program; resolves when it has a process id. Rejects when it can't be executed. */
  spawn(program: Program): Promise<Running> {
    if (!this.#process.connected) return Promise.reject(new Error('The replica set has been stopped.'));
    const key = ++this.#keys;
    return new Promise((resolve, reject) => {
      const exited = new Promise<Exit>((ended) => {
        this.#processes.set(key, { ended, started: (pid) => resolve({ pid, exited }) });
      });
      void exited.then((exit) => reject(new Error(`${program.path} did not start: ${exit.signal}`)));
      this.#process.send({ key, ...program });
    });
  }

  /** Ends every process of this guard, gracefully where it takes less than 5 s, then the guard. Never rejects. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    if (this.#process.connected) this.#process.disconnect();
    await exited;
  }

  #receive(report: Report): void {
    if (!('key' in report)) return;
    const process = this.#processes.get(report.key);
    if (!process) return;
    if ('pid' in report) {
      process.pid = report.pid;
      process.started(report.pid);
    } else {
      this.#processes.delete(report.key);
      process.ended({ code: report.code, signal: report.signal });
    }
  }

  /** The guard has ended. Should it have been killed, what it would have done is left to us. */
  #orphaned(leftovers: string[]): void {
    for (const { pid, ended } of this.#processes.values()) {
      try {
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      } catch {
        // It had ended by itself.
      }
      ended({ code: null, signal: 'SIGKILL' });
    }
    this.#processes.clear();
    for (const path of leftovers) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}
