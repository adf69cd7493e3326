import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureQueue, Queue } from '@ticker/mongo';
import type { MongoClient } from 'mongodb';
import { waitUntil } from '../play/wait.ts';
import { ours } from '../stage/children.ts';
import { judgeJobs, type Job } from './judge-jobs.ts';

const PROCESS = fileURLToPath(new URL('job-process.js', import.meta.url));
const WORKERS = 2;
const EVERY_MS = 100;
const DONE_MS = 40_000;
/** One of the workers is killed that often. */
const KILL_MS = 4_000;

/** Jobs that are enqueued all along, and workers that are killed now and then. */
export class Jobs {
  readonly #client: MongoClient;
  readonly #uri: string;
  readonly #database: string;
  readonly #acknowledged = new Set<string>();
  readonly #runs: { readonly payload: number; readonly at: number }[] = [];
  readonly #workers: ChildProcess[] = [];
  #enqueueing: Promise<void> | undefined;
  #stopped = false;
  #killer: NodeJS.Timeout | undefined;

  private constructor(client: MongoClient, uri: string, database: string) {
    this.#client = client;
    this.#uri = uri;
    this.#database = database;
  }

  static async start(client: MongoClient, uri: string, database: string): Promise<Jobs> {
    const jobs = new Jobs(client, uri, database);
    await ensureQueue(client, { name: jobs.#name });
    for (let n = 0; n < WORKERS; n++) jobs.#start();
    jobs.#enqueueing = jobs.#enqueue();
    jobs.#killer = setInterval(() => {
      jobs.#workers.shift()?.kill('SIGKILL');
      jobs.#start();
    }, KILL_MS);
    return jobs;
  }

  /** Ends it, when all is done or too much time has passed; a line for each thing that is wrong. */
  async finish(): Promise<string[]> {
    this.#stopped = true;
    clearInterval(this.#killer);
    await this.#enqueueing;
    const db = this.#client.db(this.#database);
    const read = async (): Promise<Job[]> =>
      (await db.collection('jobs').find().toArray()) as unknown as Job[];
    const done = await waitUntil(
      async () => (await read()).every(({ endTime }) => endTime !== null),
      DONE_MS,
    );
    this.stop();
    const dead = (await db.collection('jobs.dead').find().toArray()) as unknown as Job[];
    const wrong = judgeJobs(this.#acknowledged, await read(), dead, this.#runs);
    return done ? wrong : [`jobs: not done after ${DONE_MS / 1000} s`, ...wrong];
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#killer);
    for (const worker of this.#workers.splice(0)) worker.kill('SIGKILL');
  }

  get #name(): string {
    return `${this.#database}.jobs`;
  }

  async #enqueue(): Promise<void> {
    const queue = new Queue<number>(this.#client, { name: this.#name });
    for (let payload = 1; !this.#stopped; payload++) {
      const key = `job ${payload}`;
      // What fails is not tried again: it is unknown whether it is there.
      await queue.enqueue(payload, { key }).then(
        () => this.#acknowledged.add(key),
        () => {},
      );
      await delay(EVERY_MS);
    }
  }

  #start(): void {
    const child = spawn(process.execPath, [PROCESS, this.#uri, this.#name], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    this.#workers.push(ours(child));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const [payload = 0, at = 0] = line.split(' ').map(Number);
      this.#runs.push({ payload, at });
    });
  }
}
