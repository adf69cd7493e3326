import { type Mode, OVERLAP, type Standstill } from '@ticker/protocol';
import { NO_IDS, type RecentIds } from './recent-ids.ts';
import { Timing } from './timing.ts';

/** A subscribe that was sent and not answered yet. */
export interface Pending {
  readonly id: number;
  readonly tickers: readonly string[];
  /** Whether it asked to go on after ids, so that ticks may turn out to be missing. */
  readonly resuming: boolean;
}

/** Whether this connection is told of alerts. `off`: it never will be; `unavailable`: the server can't say now. */
export type Watched =
  | { readonly status: 'none' | 'on' | 'off' | 'unavailable' }
  | { readonly status: 'asked'; readonly id: number };

/** Why the feed keeps away until a person does something about it. */
export interface Refusal {
  /**
   * `refused`: the server does not understand this page. `unauthorised`: it knows of no valid token. `forbidden`: the
   * token does not allow the tickers that are wanted.
   */
  readonly status: 'refused' | 'unauthorised' | 'forbidden';
  /** The server's words; may be empty. */
  readonly reason: string;
}

/**
 * All that the feed knows: facts and times, no verdict. What a person is told ("live", "stale") is worked out of them in
 * connection.ts at each event, so there is no flag that could be left behind.
 */
export interface FeedState {
  readonly running: boolean;
  /** Tickers wanted, and those that the server has confirmed on this or an earlier connection. */
  readonly tickers: readonly string[];
  readonly confirmed: readonly string[];
  /** The mode that is wanted, and the one that was asked for last on this or an earlier connection. */
  readonly mode: Mode;
  readonly askedMode: Mode;
  /** Ticks to ask for where there is nothing to go on after. */
  readonly history: number;

  /** Number of the socket in use: it counts all that there ever were. */
  readonly socket: number;
  /** `joining`: open, no subscribe confirmed yet. */
  readonly link: 'down' | 'opening' | 'joining' | 'joined';
  /** Since when the link is what it is. */
  readonly linkAt: number;
  /** When anything was last received on this socket. */
  readonly receivedAt: number;
  readonly heartbeatMs: number;
  readonly nextId: number;
  readonly pending: readonly Pending[];
  /** The resuming subscribe that was answered "not resumed", until a gap says so. */
  readonly gapOwed: number | null;
  /** What the server said against the last subscribe, or when it sent us away for a while. */
  readonly problem: string | null;

  /** Tries since a connection last held. */
  readonly attempt: number;
  /** When to try next; null while there is a link, or none is wanted. */
  readonly retryAt: number | null;
  /** No try before, whoever asks: the server said so by its close code. */
  readonly earliest: number;
  /** When the server that has announced its restart will be back. */
  readonly restartAt: number | null;
  readonly refused: Refusal | null;
  /** Since when the browser says that there is no network. */
  readonly offlineAt: number | null;

  readonly recent: RecentIds;
  /** Ticks that came since the server last skipped some, up to `OVERLAP`: more make no difference to a resume. */
  readonly unskipped: number;
  /** Why no prices come to the server itself, by its last heartbeat; null where they do, or have come since. */
  readonly standstill: Standstill | null;
  /** The last heartbeat's `last`, as long as no newer tick was handed on. */
  readonly last: string | null;
  /** When a price last came; null before the first. Those of a snapshot count as of its arrival, until one is live. */
  readonly priceAt: number | null;
  /** Whether a price came live, not only as history, since the last gap. */
  readonly ticked: boolean;
  /** The last pauses between prices, ms. */
  readonly pauses: readonly number[];

  readonly watch: Watched;
  /** Whether there was a list of alerts before, on this or an earlier connection. */
  readonly everWatched: boolean;
  /** Those of the alerts handed on. */
  readonly alertIds: RecentIds;

  /** When the timer is set for. */
  readonly wakeAt: number | null;
}

/** A feed before its start. `tickers` and `mode` as in a subscribe; `history` is a number of ticks, at most 1000. */
export function initialState(tickers: readonly string[], history: number, mode: Mode): FeedState {
  return {
    running: false,
    tickers,
    confirmed: [],
    mode,
    askedMode: mode,
    history,
    socket: 0,
    link: 'down',
    linkAt: 0,
    receivedAt: 0,
    heartbeatMs: Timing.heartbeat,
    nextId: 1,
    pending: [],
    gapOwed: null,
    problem: null,
    attempt: 0,
    retryAt: null,
    earliest: 0,
    restartAt: null,
    refused: null,
    offlineAt: null,
    recent: NO_IDS,
    unskipped: OVERLAP,
    standstill: null,
    last: null,
    priceAt: null,
    ticked: false,
    pauses: [],
    watch: { status: 'none' },
    everWatched: false,
    alertIds: NO_IDS,
    wakeAt: null,
  };
}
