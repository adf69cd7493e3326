import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of ours that was started as a user does: the built code, since Node runs no TypeScript. */
export class Program {
  readonly process: ChildProcess;
  readonly #exited: Promise<number | null>;
  readonly #heard = new Set<() => void>();
  out = '';
  err = '';

  constructor(name: 'main' | 'consume', uri: string, args: string, env: NodeJS.ProcessEnv = {}) {
    const script = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
    this.process = fork(script, args === '' ? [] : args.split(' '), {
      silent: true,
      execArgv: [],
      env: { PATH: process.env['PATH'], MONGODB_URI: uri, ...env },
    });
    const { stdout, stderr } = this.process;
    stdout!.on('data', (data) => {
      this.out += data;
      this.#hear();
    });
    stderr!.on('data', (data) => {
      this.err += data;
      this.#hear();
    });
    // Until all of its output was read. Not its "close" event, which does not come after a disconnect.
    this.#exited = Promise.all([
      once(this.process, 'exit'),
      once(stdout!, 'close'),
      once(stderr!, 'close'),
    ]).then(([[code]]) => code);
  }

  /** Its exit code, once it has ended. */
  exit(): Promise<number | null> {
    return this.#exited;
  }

  /** Waits until it has written so. */
  async says(words: RegExp): Promise<void> {
    while (!words.test(this.out) && !words.test(this.err)) {
      const heard = new Promise<void>((resolve) => this.#heard.add(resolve));
      const ended = this.#exited.then((code) => {
        throw new Error(`it ended with ${code} before it said ${words}: ${this.out}${this.err}`);
      });
      await Promise.race([heard, ended]);
    }
  }

  /** The lines of JSON that it wrote. */
  json(): Record<string, unknown>[] {
    return this.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  #hear(): void {
    for (const resolve of this.#heard) resolve();
    this.#heard.clear();
  }
}
