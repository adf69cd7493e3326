import { setTimeout as wait } from 'node:timers/promises';

import { MongoClient, type Document } from 'mongodb';

import type { Guard, Running } from './guard.ts';
import { MemberExit } from './member-exit.ts';
import { isOpen } from './port.ts';
import type { MemberProgram } from './program.ts';

/** One mongod of the set: a process that tests may kill, pause and start again on its port and data. */
export class Member {
  readonly #guard: Guard;
  readonly #program: MemberProgram;
  #running: Running | undefined;
  #paused = false;
  #client: MongoClient | undefined;

  constructor(guard: Guard, program: MemberProgram) {
    this.#guard = guard;
    this.#program = program;
  }

  /** Its TCP port on 127.0.0.1. */
  get port(): number {
    return this.#program.port;
  }

  /** `host:port`, as the set's configuration names it. */
  get address(): string {
    return `127.0.0.1:${this.#program.port}`;
  }

  /** Process id, or undefined while it is down. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Whether it runs and is not paused. */
  get responsive(): boolean {
    return this.#running !== undefined && !this.#paused;
  }

  /**
   * Starts it, on the port and data that it had; resolves when it takes connections. Nothing to do while it runs.
   *
   * @throws MemberExit, one line, when mongod ends instead
   */
  async start(): Promise<void> {
    if (this.#running) return;
    const { path, args, env, log, data } = this.#program;
    const running = await this.#guard.spawn({ path, args, env, log });
    this.#running = running;
    const ended = running.exited.then(async (exit) => {
      this.#running = undefined;
      this.#paused = false;
      await this.#disconnect();
      return exit;
    });
    const exit = await Promise.race([ended, this.#answering(running.pid)]);
    if (exit) throw new MemberExit({ address: this.address, data, log }, exit);
  }

  /** Ends the process with `signal` ("SIGKILL": no chance to clean up); resolves when it has exited. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const running = this.#running;
    if (!running) return;
    process.kill(running.pid, signal);
    if (this.#paused && signal !== 'SIGKILL') process.kill(running.pid, 'SIGCONT');
    await running.exited;
  }

  /** Freezes the process: its connections stay open and silent, as those of a machine that hangs. */
  pause(): void {
    this.#signal('SIGSTOP');
    this.#paused = true;
  }

  /** Lets a paused process go on. */
  resume(): void {
    this.#signal('SIGCONT');
    this.#paused = false;
  }

  /** Runs a database command on this very member, whatever its role. Rejects when it is down. */
  async command(command: Document, database = 'admin'): Promise<Document> {
    if (!this.#running) throw new Error(`Member ${this.address} is down: it takes no command.`);
    this.#client ??= new MongoClient(this.#program.uri, {
      appName: 'embedded',
      serverSelectionTimeoutMS: 5000,
      socketTimeoutMS: 60_000,
    });
    return this.#client.db(database).command(command);
  }

  /**
   * Resolves when process `pid` answers on our port. An open port alone proves nothing: it may be another's, and ours
   * about to end because of it.
   */
  async #answering(pid: number): Promise<undefined> {
    while (this.#running?.pid === pid) {
      if (await isOpen(this.#program.port)) {
        const status = await this.command({ serverStatus: 1, metrics: 0, wiredTiger: 0 }).catch(() => ({}));
        if (Number((status as Document)['pid']) === pid) return;
      }
      await wait(20);
    }
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.close().catch(() => {});
  }

  #signal(signal: NodeJS.Signals): void {
    if (!this.#running) throw new Error(`Member ${this.address} is down: ${signal} has nobody to go to.`);
    process.kill(this.#running.pid, signal);
  }
}
