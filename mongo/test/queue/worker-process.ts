import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { QueueOptions, WorkerCounts, WorkerOptions } from '@ticker/mongo';

/** What a worker process is to do. */
export interface Task {
  readonly uri: string;
  readonly name: string;
  /** Run jobs; or claim one and fail it for good, or redrive, once. */
  readonly do: 'work' | 'fail' | 'redrive';
  /** How long a job takes at most, or until {@link WorkerProcess.tell}. */
  readonly busyMs?: number | 'until told';
  readonly clockShiftMs?: number;
  readonly appName?: string;
  readonly queue?: Pick<QueueOptions<unknown>, 'maxAttempts' | 'backoff'>;
  readonly worker?: WorkerOptions;
}

interface Event {
  readonly what: 'begun' | 'claimed' | 'redriving' | 'ready' | 'stopped' | 'log';
  readonly payload?: unknown;
  readonly attempt?: number;
  /** What its clock shows. */
  readonly now?: number;
  readonly message?: string;
  readonly counts?: WorkerCounts;
}

/** A worker in a process of its own, from dist (`npx tsc -b` first). */
export class WorkerProcess {
  readonly events: Event[] = [];
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();

  constructor(task: Task) {
    const program = fileURLToPath(new URL('worker.mjs', import.meta.url));
    this.#child = fork(program, {
      env: { ...process.env, TASK: JSON.stringify(task) },
      // Not vitest's: they would have it resolve to the sources.
      execArgv: [],
    });
    this.ended = new Promise((resolve) => this.#child.once('exit', resolve));
    const wake = (): void => {
      for (const waiting of this.#waiting) waiting();
      this.#waiting.clear();
    };
    this.#child.on('message', (event: Event) => {
      this.events.push(event);
      wake();
    });
    void this.ended.then(wake);
  }

  /** Resolves when it has told so; throws when it ends before. */
  async told(what: Event['what'], count = 1): Promise<Event> {
    for (;;) {
      const events = this.events.filter((event) => event.what === what);
      if (events.length >= count) return events[count - 1]!;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`the worker process ended before it was ${what}: ${JSON.stringify(this.events)}`);
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Ends handlers that are busy until they are told. */
  tell(): void {
    this.#child.send('go on');
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }

  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }
}
