import type { Standstill } from '@ticker/protocol';
import type { FeedState, Refusal } from './feed-state.ts';
import { mayTry } from './link.ts';
import { quietAfter, silentAfter } from './timing.ts';

/** What a person is told about the feed. Times are of the feed's clock, in milliseconds. */
export type Connection =
  /** Before `start` and after `stop`. */
  | { readonly status: 'idle' }
  /** A socket opens, or its subscribe is not confirmed yet. */
  | { readonly status: 'connecting'; readonly again: boolean; readonly problem: string | null }
  /** Subscribed; no price came live yet, or none since a gap. `held`: but there are some of the past. */
  | { readonly status: 'waiting'; readonly held: boolean }
  | { readonly status: 'live' }
  /** The server is about to restart, and expects this page `backAt`. Prices come as when it is live. */
  | { readonly status: 'draining'; readonly backAt: number }
  /**
   * `quiet`: the server is there, and no price came `since`. `silent`: nothing at all came. Else: the server says why no
   * prices come to itself.
   */
  | { readonly status: 'stale'; readonly why: 'quiet' | 'silent' | Standstill; readonly since: number }
  /** `problem`: why the server does not want it to come back sooner. */
  | {
      readonly status: 'reconnecting';
      readonly retryAt: number;
      readonly retryNow: boolean;
      readonly problem: string | null;
    }
  /** The browser says that there is no network. `retryAt` is null while a socket opens all the same. */
  | { readonly status: 'offline'; readonly retryAt: number | null }
  /** The server does not want this page: it does not come back by itself. */
  | Refusal;

export type Status = Connection['status'];

/** What the facts amount to at the time `now`. */
export function connection(state: FeedState, now: number): Connection {
  const { problem } = state;
  if (!state.running) return { status: 'idle' };
  if (state.refused !== null) return state.refused;
  if (state.offlineAt !== null) return { status: 'offline', retryAt: state.retryAt };
  if (state.link === 'down') {
    const retryNow = mayTry(state, { now }, true);
    return { status: 'reconnecting', retryAt: state.retryAt ?? now, retryNow, problem };
  }
  if (state.link !== 'joined') return { status: 'connecting', again: state.socket > 1, problem };
  if (now >= state.receivedAt + silentAfter(state.heartbeatMs))
    return { status: 'stale', why: 'silent', since: state.receivedAt };
  const flow = flowing(state, now);
  // A feed that prices don't come to is told so, whatever its server is about to do.
  if (flow.status === 'live' && state.restartAt !== null && now < state.restartAt)
    return { status: 'draining', backAt: state.restartAt };
  return flow;
}

/** What the prices amount to on a connection that stands. */
function flowing(state: FeedState, now: number): Connection {
  if (state.standstill !== null)
    return { status: 'stale', why: state.standstill, since: state.priceAt ?? state.linkAt };
  if (state.priceAt === null) return { status: 'waiting', held: false };
  if (now >= state.priceAt + quietAfter(state.pauses))
    return { status: 'stale', why: 'quiet', since: state.priceAt };
  return state.ticked ? { status: 'live' } : { status: 'waiting', held: true };
}

/** Whether two of them say the same. */
export function sameConnection(a: Connection, b: Connection): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
