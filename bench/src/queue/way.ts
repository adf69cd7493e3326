import type { MongoClient } from 'mongodb';
import type { Ledger } from './ledger.ts';

/** What a write waits for. */
export type WriteConcern = 1 | 'majority';

/** What a cell of a queue's table asks for. */
export interface WorkOrder {
  /** How many claim and complete at once. */
  readonly workers: number;
  /** For how long a claim is begun. What was begun is brought to its end, within as long again. */
  readonly seconds: number;
}

/** What a queue holds. */
export interface QueueState {
  readonly waiting: number;
  /** Claimed and not finished. */
  readonly running: number;
  readonly finished: number;
}

/** Where a way finds its database. */
export interface Place {
  readonly client: MongoClient;
  /** For a way on PostgreSQL: 'majority' is `synchronous_commit = on`, 1 is `off`. */
  readonly writeConcern: WriteConcern;
  /** The URL of a PostgreSQL server, where the scenario has one. */
  readonly postgres?: string | undefined;
}

/**
 * A way to have jobs claimed and completed by many workers: the article's, ours, a peer's. It runs in the workers'
 * process.
 */
export interface QueueWay {
  /** As the report has it. */
  readonly name: string;
  open(where: Place): Promise<OpenQueue> | OpenQueue;
}

/** A way that is open. */
export interface OpenQueue {
  /** Has exactly `count` jobs wait, numbered from 0, and holds nothing else; resolves when all members have them. */
  seed(count: number): Promise<void>;
  /** Claims and completes until the time is up, or none waits. Tells the ledger of each job. */
  work(order: WorkOrder, ledger: Ledger): Promise<void>;
  /**
   * By the store's own word.
   *
   * @param total how many jobs there were in all: a way that deletes what is done knows by it how many are
   */
  state(total: number): Promise<QueueState>;
  /**
   * Has so many jobs wait by one call, numbered from `first`; resolves when it is acknowledged. Where a way lacks it,
   * its enqueueing is not measured.
   */
  enqueue?(first: number, count: number): Promise<unknown>;
  /** Never rejects. */
  close(): Promise<void>;
}
