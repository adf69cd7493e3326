import type { ChangeStream, Collection, Document, Timestamp } from 'mongodb';
import { pause } from '../backoff.ts';
import { CHANGE_AWAIT_MS, nextChange } from '../next-change.ts';
import { nameOf } from '../queue/job.ts';
import type { RuleDocument } from './rule-document.ts';

/** Changes that come within so many milliseconds are read together. */
const GATHER_MS = 10;

/** Ids that are read together at most. */
const MOST = 1_000;

/** What a person or a process changed. All others (drop, rename, invalidate) end a stream. */
const CHANGES: Document[] = [
  { $match: { operationType: { $in: ['insert', 'update', 'replace', 'delete'] } } },
  { $project: { clusterTime: 1, documentKey: 1 } },
];

interface Change extends Document {
  readonly clusterTime: Timestamp;
  readonly documentKey: { readonly _id: unknown };
}

/** Ids of rules that changed, and the time of the newest change. */
export interface Changed {
  readonly ids: readonly unknown[];
  readonly time: Timestamp | undefined;
}

/** A change stream of the rules, which says only which ones changed. */
export class RuleChanges {
  readonly #stream: ChangeStream<Change, Change>;
  readonly #signal: AbortSignal;
  #changed = new Map<string, unknown>();
  #time: Timestamp | undefined;
  #failure: { readonly error: unknown } | undefined;
  #closed = false;
  #wake: () => void = () => {};

  /**
   * @param since the set's logical time from which on nothing is missed. It must be given: by itself a stream begins
   *   after the newest write, which a read of the majority's state just then may not show yet, and so neither tells
   */
  constructor(rules: Collection<RuleDocument>, since: Timestamp, signal: AbortSignal) {
    this.#signal = signal;
    this.#stream = rules.watch<Change, Change>(CHANGES, {
      startAtOperationTime: since,
      maxAwaitTimeMS: CHANGE_AWAIT_MS,
      batchSize: MOST,
    });
    signal.addEventListener('abort', this.#stop, { once: true });
    void this.#read();
  }

  /** The rules that changed since the last call; waits for one. @throws what ended the stream; when the signal aborts */
  async next(): Promise<Changed> {
    if (this.#changed.size === 0) {
      await this.#woken();
      await pause(GATHER_MS, this.#signal);
    }
    this.#check();
    const all = [...this.#changed];
    this.#changed = new Map(all.slice(MOST));
    return { ids: all.slice(0, MOST).map(([, id]) => id), time: this.#time };
  }

  close(): void {
    this.#closed = true;
    this.#signal.removeEventListener('abort', this.#stop);
    // Not awaited: it waits for an answer that may take as long as CHANGE_AWAIT_MS, or for ever.
    void this.#stream.close().catch(() => {});
  }

  async #read(): Promise<void> {
    try {
      while (!this.#closed) {
        const change = await nextChange(this.#stream);
        if (!change) continue;
        this.#changed.set(nameOf(change.documentKey._id), change.documentKey._id);
        this.#time = change.clusterTime;
        this.#wake();
      }
    } catch (error) {
      this.#failure = { error };
      this.#wake();
    }
  }

  /** Resolves when there is something to look at. */
  async #woken(): Promise<void> {
    if (this.#changed.size > 0 || this.#failure || this.#signal.aborted) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error;
    this.#signal.throwIfAborted();
  }

  readonly #stop = (): void => this.#wake();
}
