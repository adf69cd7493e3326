import type { LatencySummary } from '../measure/histogram.ts';

/** What was seen in one minute. Sizes are bytes; what can be read off at a moment is the mean of the minute's looks. */
export interface Minute {
  /** Minutes since the clients came. */
  readonly minute: number;
  readonly server: {
    readonly rss: number;
    /** The least of the minute: what is left after garbage was collected. */
    readonly heap: number;
    /** Outside of the heap; what sockets wait to send is in it. */
    readonly external: number;
    /** What keeps the process busy, by Node's own count: sockets, timers, and the like. */
    readonly handles: number;
    readonly timers: number;
    readonly descriptors: number;
    readonly sockets: number;
    readonly streams: number;
    /** Descriptors less sessions: what is there whoever comes. */
    readonly beside: number;
    /** Share of a core. */
    readonly cpu: number;
    /** Event loop's delay: 99 % were at most this, by the bounds of the histogram's buckets. */
    readonly delayMs: number;
    readonly ticksPerSecond: number;
    readonly framesPerSecond: number;
    /** Sessions that began in the minute. */
    readonly opened: number;
    /** Too slow: overtaken by the ring; closed because they took nothing. In the minute. */
    readonly overtaken: number;
    readonly closed: number;
    /** Of the tail's cursor, since the begin. */
    readonly reopens: number;
    readonly tailGaps: number;
  };
  readonly mongod: {
    /** Of all members. */
    readonly rss: number;
    /** Open on the member that the server reads. */
    readonly cursors: number;
  };
  /** Cores that were busy, and how many of them with the set, the server, the load and the clients. */
  readonly machine: { readonly busy: number; readonly ours: number };
  /** From right before the insert was sent to the client, in mode `all`. */
  readonly fast: LatencySummary;
  readonly stream: LatencySummary;
  /** Of all clients, since the begin. */
  readonly returns: number;
  readonly gaps: number;
  readonly doubled: number;
  readonly displaced: number;
}

/** What the table's slopes are of: its name, the value, and its unit. */
export const MEASURES: readonly {
  readonly name: string;
  readonly unit: string;
  readonly of: (minute: Minute) => number;
}[] = [
  { name: 'memory (RSS)', unit: 'MiB', of: ({ server }) => server.rss / 2 ** 20 },
  { name: 'heap, least of each minute', unit: 'MiB', of: ({ server }) => server.heap / 2 ** 20 },
  { name: 'outside of the heap', unit: 'MiB', of: ({ server }) => server.external / 2 ** 20 },
  { name: 'handles', unit: '', of: ({ server }) => server.handles },
  { name: 'timers among them', unit: '', of: ({ server }) => server.timers },
  { name: 'descriptors', unit: '', of: ({ server }) => server.descriptors },
  { name: 'descriptors beside sessions', unit: '', of: ({ server }) => server.beside },
  { name: 'CPU of the server', unit: '% of a core', of: ({ server }) => server.cpu * 100 },
  { name: 'latency of sockets, p50', unit: 'ms', of: ({ fast }) => fast.p50 },
  { name: 'latency of sockets, p99', unit: 'ms', of: ({ fast }) => fast.p99 },
  { name: 'mongod, RSS of all three', unit: 'MiB', of: ({ mongod }) => mongod.rss / 2 ** 20 },
  { name: 'cursors on the member read', unit: '', of: ({ mongod }) => mongod.cursors },
];
