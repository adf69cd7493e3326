import type { MongoClient } from 'mongodb';
import { Backoff } from './backoff.ts';
import { splitNamespace } from './namespace.ts';
import { Pace } from './pace.ts';
import { TopicChanges } from './topic-changes.ts';

/** How long mongod waits that is asked because a tick is there, in milliseconds: it takes 0 for a second. */
const AT_ONCE_MS = 1;

/**
 * How often the member is asked though nothing was told, in milliseconds: its sign of life. A change stream that is
 * late or mute must not make a tick later than the 50 ms that are promised.
 */
const STEADY_MS = 40;

/** How long the pauses between tries to open a change stream grow, in milliseconds. */
const RETRY_LIMIT_MS = 60_000;

/**
 * `told`: a change stream tells of ticks. `asking`: so many come that the member is asked for them all the time.
 * `unheard`: there is no change stream now. `off`: none is wanted.
 */
export const WAKE_STATES = ['told', 'asking', 'unheard', 'off'] as const;

export type WakeState = (typeof WAKE_STATES)[number];

export interface WakeOptions {
  /** Of the member that is tailed. */
  readonly client: MongoClient;
  /** "database.collection". */
  readonly topic: string;
  /** How long mongod waits for a tick where nothing tells of it, in milliseconds. */
  readonly awaitMs: number;
  /** How often the member is asked though nothing was told, in milliseconds. 40. */
  readonly steadyMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Gets the error of a change stream that failed twice in a row, and undefined for one that is heard. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Says when a tail's cursor is to be asked: when a change stream on the same member tells of an insert.
 *
 * A tailable cursor that reads what the majority has can't be waited with: the insert wakes it, it finds nothing
 * committed yet, and sleeps on until its wait is over. A change stream is woken by the commit. It is a hint and no
 * more: order, loss and doubling are the cursor's concern, and that is asked in any case every 40 ms. Where the hint
 * can't be had or comes late, the cursor is asked as if there were none; it is tried again with growing pauses.
 */
export class Wake {
  readonly #options: WakeOptions;
  readonly #pace = new Pace();
  readonly #backoff = new Backoff(Math.random, RETRY_LIMIT_MS);
  #changes: TopicChanges | undefined;
  /** Is opened, or asked, now. */
  #busy: TopicChanges | 'opening' | undefined;
  #opening: Promise<void> | undefined;
  #failures = 0;
  #retryAt = 0;
  /** Something was told since the cursor was last sent to ask. */
  #told = false;
  /** Why the cursor was last sent to ask. */
  #called = false;
  #ring: (() => void) | undefined;
  #ended = false;

  constructor(options: WakeOptions) {
    this.#options = options;
  }

  get state(): WakeState {
    if (this.#pace.flows) return 'asking';
    return this.#changes ? 'told' : 'unheard';
  }

  /**
   * Resolves when the cursor, which has brought all that there was, is to be asked again; or when the signal aborts.
   *
   * @returns how long mongod is to wait for a tick then, in milliseconds
   */
  async next(): Promise<number> {
    const { awaitMs, steadyMs = STEADY_MS } = this.#options;
    this.#called = false;
    if (this.#pace.flows) {
      if (this.#pace.lasts) this.#hush();
      return awaitMs;
    }
    const changes = this.#changes;
    if (!changes) {
      if (this.#busy !== 'opening') this.#opening = this.#open();
      return awaitMs;
    }
    void this.#listen(changes);
    await this.#wait(this.#pace.trusted ? steadyMs : Math.min(awaitMs, steadyMs));
    this.#called = this.#told;
    // Not once it was asked: what is told meanwhile may be of a tick that it came too early for.
    this.#told = false;
    return AT_ONCE_MS;
  }

  /** The cursor was asked, and brought so many documents that are new: not those of a fill. */
  read(count: number): void {
    this.#pace.read(count, this.#called);
  }

  /**
   * Ends the change stream, of which no more is said. To be awaited before the client is closed: that cuts the
   * connection on which an answer is waited for, and mongod would keep the cursor for ten minutes. Never rejects.
   */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#opening;
    await this.#changes?.close();
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.#options;
    if (this.#told || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#ring = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      this.#ring = done;
    });
  }

  async #open(): Promise<void> {
    if (performance.now() < this.#retryAt) return;
    this.#busy = 'opening';
    const { client, topic } = this.#options;
    const { database, collection } = splitNamespace(topic);
    try {
      this.#changes = await TopicChanges.open(client.db(database), collection);
      this.#pace.opened();
      // What came before it was open it does not tell.
      this.#told = true;
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#busy = undefined;
    }
  }

  /** Asks while somebody waits: what comes meanwhile is told together, when it is asked again. */
  async #listen(changes: TopicChanges): Promise<void> {
    if (this.#busy === changes) return;
    this.#busy = changes;
    try {
      do {
        if (await changes.next()) this.#told = true;
        this.#heard();
      } while (!this.#told && this.#ring && this.#changes === changes);
    } catch (error) {
      if (this.#changes === changes) this.#failed(error);
    } finally {
      if (this.#busy === changes) this.#busy = undefined;
    }
    if (this.#told) this.#ring?.();
  }

  #heard(): void {
    this.#failures = 0;
    this.#backoff.reset();
    this.#options.onTrouble(undefined);
  }

  #failed(error: unknown): void {
    if (this.#ended) return;
    this.#changes = undefined;
    this.#failures++;
    this.#retryAt = performance.now() + this.#backoff.next();
    // A stream that broke once is opened again at once: not worth a word.
    if (this.#failures > 1) this.#options.onTrouble(error);
    this.#ring?.();
  }

  #hush(): void {
    void this.#changes?.close();
    this.#changes = undefined;
  }
}
