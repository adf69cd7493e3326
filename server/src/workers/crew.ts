import cluster, { type Worker } from 'node:cluster';
import { Backoff } from '@ticker/mongo';
import type { Log } from '../log.ts';
import { Census } from './census.ts';
import type { Subject, ToPrimary, ToWorker } from './message.ts';
import { environmentOf, type Place, places } from './place.ts';

/** A worker that lived so long had come up well, in milliseconds: when it ends, the next one is started at once. */
const WELL_MS = 30_000;

/** How a worker ended. */
interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * The worker processes of a machine, which share the port. Lives in the primary process, which accepts connections and
 * hands them out in turn, and does nothing else: it reads no topic, it has no session.
 */
export class Crew {
  readonly #log: Log;
  readonly #census = new Census();
  readonly #workers = new Map<Worker, Promise<End>>();
  /** Those that can be told something. */
  readonly #hearing = new WeakSet<Worker>();
  readonly #stop = new AbortController();
  readonly #places: Place[];

  constructor(workers: number, log: Log) {
    this.#places = places(workers);
    this.#log = log;
  }

  /**
   * Starts all workers: one, and when that one serves, the others.
   *
   * @returns the address that they serve, when all do; never, where {@link stop} comes first
   * @throws WorkerFailed when the first one ends before it serves
   */
  async start(): Promise<string> {
    // Sockets stay where they are: of 1 000 that came to four workers each got 237 to 289 in turn, and 62 to 500 where
    // the kernel chose (SCHED_NONE).
    cluster.schedulingPolicy = cluster.SCHED_RR;
    const [first, ...others] = this.#places as [Place, ...Place[]];
    const url = await new Promise<string>((resolve, reject) => {
      void this.#fill(first, resolve, (code) => reject(new WorkerFailed(code)));
    });
    await Promise.all(others.map((place) => new Promise((resolve) => void this.#fill(place, resolve))));
    return url;
  }

  /** Has all workers drain; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    // Not by a signal: one of a terminal has reached them already, and a second one means "at once".
    for (const worker of this.#workers.keys()) {
      if (this.#hearing.has(worker)) tell(worker, { type: 'stop' });
      // It is about to load its programs, and has nothing to end in order: it would not hear us.
      else worker.process.kill('SIGKILL');
    }
    await Promise.all(this.#workers.values());
  }

  /** Ends them at once. */
  kill(): void {
    for (const worker of this.#workers.keys()) worker.process.kill('SIGKILL');
  }

  /**
   * Keeps a place filled.
   *
   * @param ready is called with the address each time that a worker serves
   * @param failed is called instead of trying again when the very first worker ends before that
   */
  async #fill(place: Place, ready: (url: string) => void, failed?: (code: number) => void): Promise<void> {
    const { signal } = this.#stop;
    const backoff = new Backoff();
    let served = false;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const end = await this.#live(place, (url) => {
        served = true;
        ready(url);
      });
      if (signal.aborted) return;
      if (failed && !served) return failed(end.code ?? 1);
      if (performance.now() - startedAt > WELL_MS) backoff.reset();
      this.#log.error({ worker: place.number, ...end }, 'a worker ended: another takes its place');
      await backoff.pause(signal);
    }
  }

  /** One worker, from its start to its end. */
  async #live(place: Place, ready: (url: string) => void): Promise<End> {
    const worker = cluster.fork(environmentOf(place));
    const respondent = { send: (message: ToWorker) => tell(worker, message) };
    worker.on('message', (message: ToPrimary) => {
      if (message.type === 'hears') this.#hearing.add(worker);
      if (message.type === 'ready') {
        this.#census.add(respondent);
        ready(message.url);
      }
      if (message.type === 'report') this.#census.report(respondent, message.id, message.report);
      if (message.type === 'ask') void this.#answer(worker, message.id, message.about);
    });
    const ended = new Promise<End>((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
    });
    this.#workers.set(worker, ended);
    const end = await ended;
    this.#workers.delete(worker);
    this.#census.delete(respondent);
    return end;
  }

  async #answer(worker: Worker, id: number, about: Subject): Promise<void> {
    try {
      tell(worker, { type: 'answer', id, answer: await this.#census[about]() });
    } catch (error) {
      this.#log.error({ err: error, about }, 'what the workers report does not fit together');
    }
  }
}

/** The first worker ended before it served. It has written why. */
export class WorkerFailed extends Error {
  /** Its exit code. */
  readonly code: number;

  constructor(code: number) {
    super('the first worker ended before it served');
    this.code = code;
  }
}

function tell(worker: Worker, message: ToWorker): void {
  // One that has just ended can't be told anything; its end is an event of its own.
  if (worker.isConnected()) worker.send(message, undefined, () => {});
}
