import { spawn } from 'node:child_process';

import { root } from './root.mjs';

/** One of our programs as a child of `npm start`: it ends on SIGTERM, and when its channel to us closes. */
export class Program {
  /** Resolves when it has ended, with a line that says how. */
  exited;
  #child;

  /**
   * @param {string} name for messages: "The server"
   * @param {string} file within the repository
   * @param {NodeJS.ProcessEnv} env on top of ours
   * @param {{ quiet?: boolean, args?: string[] }} [options] `quiet`: only what it says to a person on stderr is shown,
   *   not its output
   */
  constructor(name, file, env, { quiet = false, args = [] } = {}) {
    this.#child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      // Out of the terminal's reach: its Ctrl-C is for us, who end the programs in order.
      detached: true,
    });
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(`${name} can't be started: ${error.message}.`));
      this.#child.once('exit', (code, signal) =>
        resolve(`${name} ended (${signal ?? `exit code ${code}`}).`),
      );
    });
  }

  /** Whether it has ended in another way than by finishing its work. */
  get failed() {
    return this.#child.exitCode !== 0;
  }

  onMessage(listener) {
    this.#child.on('message', listener);
  }

  /** Ends it gracefully, or, when that takes more than `patienceMs`, at once. */
  async stop(patienceMs) {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), patienceMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill() {
    this.#child.kill('SIGKILL');
  }
}
