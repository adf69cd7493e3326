import { hostname } from 'node:os';
import { type MongoClient, ObjectId } from 'mongodb';
import { Attendance } from './attendance.ts';
import { bury } from './bury.ts';
import { cancel } from './cancel.ts';
import { type Claim, claimOne } from './claim.ts';
import type { ClaimOptions } from './claim-options.ts';
import { claimMany } from './claim-many.ts';
import { type Collections, collectionsOf, type QueueName } from './collections.ts';
import { complete } from './complete.ts';
import { type DeadLetter, deadLetters } from './dead-letters.ts';
import { type Enqueued, enqueue, type EnqueueOptions } from './enqueue.ts';
import { gatherEnqueues, TOGETHER_MAX } from './enqueue-together.ts';
import { Hopeless, LeaseLost } from './errors.ts';
import { extend } from './extend.ts';
import { fail, type Failed, type FailOptions, type RetryPolicy } from './fail.ts';
import { Gather } from './gather.ts';
import { type Job, type Lease, toJob } from './job.ts';
import type { JobDocument, JobId } from './job-document.ts';
import type { Log } from '../log.ts';
import type { NewJob } from './new-job.ts';
import type { Order } from './order.ts';
import { type Redriven, redrive } from './redrive.ts';
import { release } from './release.ts';
import { Spread } from './spread.ts';
import { type QueueStats, stats } from './stats.ts';
import { sweep, type Swept } from './sweeper.ts';
import { type Handler, Worker, type WorkerOptions } from './worker.ts';

/** Jobs that one call claims, completes, extends or releases at most. */
const BATCH_MAX = 1_000;

export interface QueueOptions<Payload> extends QueueName {
  /**
   * Checks a payload and gives it its type; throws where it is none. Of what is enqueued, and of what is claimed,
   * since shell users enqueue too: a job whose payload is none becomes a dead letter. By default all are taken.
   */
  readonly parse?: (payload: unknown) => Payload;
  /** How often a job is claimed before it becomes a dead letter, where it does not say itself. 5 by default. */
  readonly maxAttempts?: number;
  /** A failed job waits at random between 0 and `baseMs` (1000) doubled with each attempt, to `limitMs` (an hour). */
  readonly backoff?: { readonly baseMs: number; readonly limitMs: number };
  readonly log?: Log;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

/**
 * A queue of jobs in a MongoDB collection (job-document.ts says how a job looks): many enqueue, and one worker at a
 * time holds a job's lease. All times are the server's. Make its collections with `ensureQueue` first.
 *
 * One object a process is best: its workers share one listener, and its calls share commands.
 */
export class Queue<Payload = unknown> {
  readonly #queue: Collections;
  readonly #parse: (payload: unknown) => Payload;
  readonly #policy: RetryPolicy;
  readonly #log: Log | undefined;
  readonly #attendance: Attendance;
  readonly #claims: Record<'fast' | 'strict', Record<Order, Gather<Claim, readonly JobDocument[]>>>;
  readonly #enqueues: ReturnType<typeof gatherEnqueues>;
  readonly #completions: Gather<readonly Lease[], readonly Lease[]>;

  constructor(client: MongoClient, options: QueueOptions<Payload> = {}) {
    const { maxAttempts = 5, backoff = { baseMs: 1_000, limitMs: 3_600_000 }, log } = options;
    const { parse = (payload) => payload as Payload, random = Math.random } = options;
    this.#queue = collectionsOf(client, options);
    this.#parse = parse;
    this.#policy = { maxAttempts, ...backoff, random };
    this.#log = log;
    this.#attendance = new Attendance(this.#queue, { maxAttempts, log });
    const claims = (order: Order, spread?: Spread) => gatherClaims(this.#queue, order, spread);
    this.#claims = {
      fast: { fifo: claims('fifo', new Spread(random)), priority: claims('priority', new Spread(random)) },
      strict: { fifo: claims('fifo'), priority: claims('priority') },
    };
    this.#enqueues = gatherEnqueues(this.#queue, BATCH_MAX);
    this.#completions = gatherCompletions(this.#queue);
  }

  /**
   * Enqueues a job.
   *
   * @throws KeyTaken (`onClash: 'error'`); what `parse` throws; MongoError, after which it is unknown whether it was
   */
  async enqueue(
    payload: Payload,
    options: Omit<NewJob<Payload>, 'payload'> & EnqueueOptions = {},
  ): Promise<Enqueued> {
    const [enqueued] = await this.enqueueMany([{ ...options, payload }], options);
    return enqueued!;
  }

  /**
   * Enqueues jobs, in their order; throws as {@link enqueue}, and with KeyTaken none of them was. Calls of this process
   * that come while one is under way share the next command, where they are of few jobs, `onClash: 'ignore'` and without
   * a session.
   */
  async enqueueMany(jobs: readonly NewJob<Payload>[], options: EnqueueOptions = {}): Promise<Enqueued[]> {
    const parsed = jobs.map((job) => ({ ...job, payload: this.#parse(job.payload) }));
    const { onClash = 'ignore', session } = options;
    if (session || onClash !== 'ignore' || jobs.length > TOGETHER_MAX) {
      return enqueue(this.#queue, parsed, options);
    }
    const answer = parsed.length > 0 ? await this.#enqueues.ask(parsed) : [];
    if (answer instanceof Error) throw answer;
    return [...answer];
  }

  /** Claims the next job; undefined when none waits. As {@link claimMany}. */
  async claim(options: ClaimOptions = {}): Promise<Job<Payload> | undefined> {
    const [job] = await this.claimMany(1, options);
    return job;
  }

  /**
   * Claims up to `limit` jobs (1000 at most), in the asked order; none when none waits. Calls of this process that
   * come while one is under way share the next command.
   *
   * Which ones: with `strict` exactly the first of all that wait. When a strict claim gives a job, no job that comes
   * before it, and that was waiting when the claim began, waits any more. Without, the same while the claims of
   * processes don't collide; while they do, each takes the first of a window that is chosen by chance, among up to 32
   * windows (4096 jobs): then a job may be claimed before one that is that far ahead of it, and none is passed over
   * for ever.
   */
  async claimMany(limit: number, options: ClaimOptions = {}): Promise<Job<Payload>[]> {
    const { order = 'fifo', strict = false, worker = `${hostname()}:${process.pid}` } = options;
    const { leaseMs = 30_000 } = options;
    if (limit < 1) return [];
    const claim = { limit: Math.min(limit, BATCH_MAX), token: new ObjectId(), worker, leaseMs };
    const documents = await this.#claims[strict ? 'strict' : 'fast'][order].ask(claim);
    const jobs: Job<Payload>[] = [];
    for (const document of documents) {
      try {
        jobs.push(toJob(document, this.#parse));
      } catch (error) {
        await this.#refuse(document, error);
      }
    }
    // All that was there was refused: there may be more.
    return documents.length > 0 && jobs.length === 0 ? this.claimMany(limit, options) : jobs;
  }

  /** Has a lease end `leaseMs` from now. @throws LeaseLost */
  async extend(lease: Lease, leaseMs: number): Promise<void> {
    allGood(await extend(this.#queue, [lease], leaseMs));
  }

  /** Has leases end `leaseMs` from now. @returns those that were lost: of these jobs nothing was changed */
  async extendMany(leases: readonly Lease[], leaseMs: number): Promise<Lease[]> {
    return leases.length > 0 ? extend(this.#queue, leases, leaseMs) : [];
  }

  /** Finishes a job. @throws LeaseLost */
  async complete(lease: Lease): Promise<void> {
    allGood(await this.completeMany([lease]));
  }

  /**
   * Finishes jobs. Calls of this process that come while one is under way share the next command.
   *
   * @returns the leases that were lost: of these jobs nothing was changed
   */
  async completeMany(leases: readonly Lease[]): Promise<readonly Lease[]> {
    return leases.length > 0 ? this.#completions.ask(leases) : [];
  }

  /**
   * Says that an attempt failed: the job is delayed, or a dead letter when that was its last attempt, or the error is
   * {@link Hopeless}.
   *
   * @throws LeaseLost
   */
  async fail(lease: Lease, error: unknown, options: FailOptions = {}): Promise<Failed> {
    const hopeless = error instanceof Hopeless && { retry: false };
    const failed = await fail(this.#queue, lease, error, this.#policy, { ...options, ...hopeless });
    // It is dead by now. Who moves it there does not matter.
    if (failed.state === 'dead') await bury(this.#queue).catch((why: Error) => this.#later(why));
    return failed;
  }

  /** Gives a job back as if it had not been claimed. @throws LeaseLost */
  async release(lease: Lease): Promise<void> {
    allGood(await this.releaseMany([lease]));
  }

  /** Gives jobs back as if they had not been claimed. @returns the leases that were lost */
  async releaseMany(leases: readonly Lease[]): Promise<Lease[]> {
    return leases.length > 0 ? release(this.#queue, leases) : [];
  }

  /** Removes a job that waits or is delayed. @returns false when there is none such */
  async cancel(id: JobId): Promise<boolean> {
    return cancel(this.#queue, id);
  }

  /** The dead letters, the newest first. */
  async deadLetters(limit = 100): Promise<DeadLetter[]> {
    return deadLetters(this.#queue, limit);
  }

  /** Has dead letters wait again, all or these, with all their attempts before them. */
  async redrive(ids?: readonly JobId[]): Promise<Redriven> {
    return redrive(this.#queue, ids);
  }

  async stats(): Promise<QueueStats> {
    return stats(this.#queue);
  }

  /** Promotes, reaps, buries, at once. Workers do so by themselves: this is for who has none. */
  async sweep(): Promise<Swept> {
    return sweep(this.#queue, this.#policy.maxAttempts);
  }

  /** Starts a worker: it claims jobs and has the handler run them, until it is stopped. */
  worker(handler: Handler<Payload>, options: WorkerOptions = {}): Worker<Payload> {
    return new Worker(this, this.#attendance, handler, { ...(this.#log && { log: this.#log }), ...options });
  }

  async #refuse({ _id: id, token }: JobDocument, error: unknown): Promise<void> {
    this.#log?.warn({ job: id, why: (error as Error).message }, 'a job has a payload that is none');
    await this.fail({ id, token: token! }, error, { retry: false }).catch((why: Error) => this.#later(why));
  }

  #later({ message: why }: Error): void {
    this.#log?.warn({ why }, 'could not move a job to the dead letters: a sweeper will');
  }
}

function gatherClaims(
  queue: Collections,
  order: Order,
  spread: Spread | undefined,
): Gather<Claim, readonly JobDocument[]> {
  const run = async (claims: readonly Claim[]): Promise<(readonly JobDocument[])[]> => {
    const [claim] = claims;
    if (claims.length > 1 || claim!.limit > 1) return claimMany(queue, order, spread, claims);
    const job = await claimOne(queue, order, spread === undefined, claim!);
    return [job ? [job] : []];
  };
  return new Gather(run, { size: ({ limit }) => limit, most: BATCH_MAX });
}

function gatherCompletions(queue: Collections): Gather<readonly Lease[], readonly Lease[]> {
  const run = async (requests: readonly (readonly Lease[])[]): Promise<(readonly Lease[])[]> => {
    const lost = new Set(await complete(queue, requests.flat()));
    return requests.map((leases) => leases.filter((lease) => lost.has(lease)));
  };
  return new Gather(run, { size: ({ length }) => length, most: BATCH_MAX });
}

function allGood([lost]: readonly Lease[]): void {
  if (lost) throw new LeaseLost(lost.id);
}
