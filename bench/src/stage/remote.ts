import type { ChildProcess } from 'node:child_process';
import type { Answer, Call, Calls } from './calls.ts';
import { endChild, forkChild } from './child.ts';

const STOP_MS = 2_000;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A load process: it publishes or listens, in a process of its own, so that it neither delays what is measured nor is
 * delayed by it (other than by the cores that they share).
 */
export class Remote<C extends Calls> {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  /**
   * @param name for reports: "publisher"
   * @param entry a file of `load/`, without its extension
   */
  constructor(name: string, entry: string) {
    this.name = name;
    this.#process = forkChild(new URL(`../load/${entry}.js`, import.meta.url));
    this.#process.on('message', (answer: Answer) => this.#settle(answer));
    this.#process.on('error', (error) => this.#fail(error));
    this.#process.once('exit', (code, signal) =>
      this.#fail(new Error(`the process "${name}" ended (${signal ?? `exit code ${code}`})`)),
    );
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Has the process do something. @throws Error what its call threw, or that it has ended */
  call<N extends keyof C & string>(
    name: N,
    argument: Parameters<C[N]>[0],
  ): Promise<Awaited<ReturnType<C[N]>>> {
    return new Promise((resolve, reject) => {
      if (!this.#process.connected) {
        reject(new Error(`the process "${this.name}" has ended`));
        return;
      }
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      this.#process.send({ id, name, argument } satisfies Call);
    });
  }

  /** Ends the process. Never rejects. */
  async stop(): Promise<void> {
    await endChild(this.#process, () => this.#process.connected && this.#process.disconnect(), STOP_MS);
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value as never);
    else waiting?.reject(new Error(`the process "${this.name}": ${error}`));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
