/** A row of a published table: messages a second. */
export interface PublishedRow {
  readonly edition: '2015' | '2020/21';
  /** `async`: 2015 acknowledged by the primary; `sync`: 2015 by a replica, 2021 `w: 2`. Of inserts alone. */
  readonly mode: 'async' | 'sync';
  readonly engine: string;
  /** Threads a node; sender and receiver nodes. */
  readonly threads: string;
  readonly nodes: string;
  readonly sent: number;
  readonly received: number;
  /** 95th percentile of the time in the queue, milliseconds; as a text where it is a bound. */
  readonly p95?: string;
}

const sync2021 = { edition: '2020/21', mode: 'sync', engine: 'Mongo 4.2, WiredTiger' } as const;
const async2015 = { edition: '2015', mode: 'async' } as const;
const sync2015 = { edition: '2015', mode: 'sync', engine: 'Mongo 3.0.1, WiredTiger' } as const;

/**
 * What SoftwareMill's mqperf says of MongoDB: "Evaluating persistent, replicated message queues", 2015 edition (as far as
 * known to us) and 2020/21 edition (three r5.2xlarge of 8 cores in one zone).
 */
export const PUBLISHED: readonly PublishedRow[] = [
  { ...async2015, engine: 'Mongo 3.0.1, MMAP', threads: '5', nodes: '1', sent: 10_687, received: 2_761 },
  { ...async2015, engine: 'Mongo 3.0.1, WiredTiger', threads: '1', nodes: '1', sent: 4_409, received: 1_145 },
  { ...async2015, engine: 'Mongo 3.0.1, WiredTiger', threads: '5', nodes: '2', sent: 5_937, received: 630 },
  { ...sync2015, threads: '1', nodes: '1', sent: 1_531, received: 1_239 },
  { ...sync2015, threads: '25', nodes: '1', sent: 3_777, received: 422 },
  { ...sync2021, threads: '1', nodes: '1/2', sent: 958, received: 958, p95: '≤ 50' },
  { ...sync2021, threads: '5', nodes: '1/2', sent: 3_913, received: 3_913, p95: '≤ 50' },
  { ...sync2021, threads: '25', nodes: '1/2', sent: 10_090, received: 7_612, p95: '> 60 000' },
  { ...sync2021, threads: '1', nodes: '2/4', sent: 1_607, received: 1_607, p95: '≤ 50' },
  { ...sync2021, threads: '5', nodes: '2/4', sent: 5_532, received: 5_440, p95: '> 60 000' },
  { ...sync2021, threads: '25', nodes: '2/4', sent: 11_286, received: 4_489, p95: '> 60 000' },
  { ...sync2021, mode: 'async', threads: 'best', nodes: 'best', sent: 38_120, received: 8_130 },
];
