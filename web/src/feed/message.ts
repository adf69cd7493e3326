import {
  type ErrorMessage,
  type Heartbeat,
  OVERLAP,
  type ServerMessage,
  type Shutdown,
  type Snapshot,
  type Subscribed,
  type Tick,
  type Ticks,
  type Welcome,
} from '@ticker/protocol';
import { type Change, change, andThen } from './change.ts';
import type { Delivery } from './event.ts';
import type { FeedState } from './feed-state.ts';
import { drop } from './link.ts';
import { withIds, withoutRecent } from './recent-ids.ts';
import { confirm } from './subscription.ts';
import { Timing, withPause } from './timing.ts';
import { alerted, isWatch, watchAlerts, watching, watchRefused } from './watch.ts';

/** What comes after a gap begins with the past: nothing of it is live before a price is. */
const AFTER_GAP = { gapOwed: null, ticked: false } as const;

/** Takes in one message of the server, received at `now`. */
export function receive(state: FeedState, message: ServerMessage, now: number): Change {
  switch (message.type) {
    case 'welcome':
      return welcomed(state, message);
    case 'subscribed':
      return subscribed(state, message, now);
    case 'snapshot':
      return snapshot(state, message, now);
    case 'ticks':
      return ticks(state, message, now);
    case 'gap': {
      const { type, reason, missed } = message;
      const pending = state.pending.map((one) => ({ ...one, resuming: false }));
      return deliver(state, { type, reason, missed }, { pending, ...AFTER_GAP });
    }
    case 'heartbeat':
      return heartbeat(state, message);
    case 'error':
      return error(state, message, now);
    case 'shutdown':
      return change(state, { restartAt: now + restartAfter(message) });
    case 'watching':
      return watching(state, message.alerts);
    case 'alert':
      return alerted(state, message.alert);
    default:
      return change(state, {});
  }
}

function welcomed(state: FeedState, { heartbeatMs }: Welcome): Change {
  // Bounded, so that no server can switch the watchdog off or make it fire all the time.
  const bounded = Math.min(Math.max(heartbeatMs, Timing.heartbeat), 60_000);
  return watchAlerts({ ...state, heartbeatMs: bounded });
}

function subscribed(state: FeedState, { id, resumed }: Subscribed, now: number): Change {
  const answered = state.pending.find((pending) => pending.id === id);
  if (!answered) return change(state, {});
  return change(state, {
    link: 'joined',
    linkAt: state.link === 'joined' ? state.linkAt : now,
    confirmed: confirm(state.confirmed, answered.tickers),
    pending: state.pending.filter((pending) => pending !== answered),
    gapOwed: answered.resuming && !resumed ? id : state.gapOwed,
    problem: null,
  });
}

function snapshot(state: FeedState, { id, ticks: received }: Snapshot, now: number): Change {
  const fresh = withoutRecent(state.recent, received);
  const delivered = (next: FeedState): Change => {
    // The past of a ticker that was added makes a feed no livelier than it is.
    const priceAt = next.ticked ? next.priceAt : now;
    const facts = fresh.length > 0 ? { ...handedOn(next, fresh), priceAt } : {};
    return deliver(next, { type: 'snapshot', ticks: fresh }, { ...facts, gapOwed: null });
  };
  // Not resumed, and no gap was said: say it here, since what came between is lost all the same.
  if (state.gapOwed === null || state.gapOwed !== id) return delivered(state);
  return andThen(
    deliver(state, { type: 'gap', reason: 'history_exceeded', missed: null }, AFTER_GAP),
    delivered,
  );
}

function ticks(state: FeedState, { ticks: received, conflated }: Ticks, now: number): Change {
  const fresh = withoutRecent(state.recent, received);
  if (fresh.length === 0 && conflated === 0) return change(state, {});
  const unskipped = conflated > 0 ? 0 : Math.min(state.unskipped + fresh.length, OVERLAP);
  const delivery = { type: 'ticks', ticks: fresh, conflated } as const;
  if (fresh.length === 0) return deliver(state, delivery, { unskipped });
  const pauses =
    state.ticked && state.priceAt !== null ? withPause(state.pauses, now - state.priceAt) : state.pauses;
  const facts = { ...handedOn(state, fresh), priceAt: now, ticked: true, pauses, unskipped };
  return deliver(state, delivery, facts);
}

/** Its `last` only once every subscribe is answered: before that the server has read us past nothing. */
function heartbeat(state: FeedState, { last, standstill }: Heartbeat): Change {
  const counts = last !== null && state.link === 'joined' && state.pending.length === 0;
  // A word that a later server may have, and we don't know, is none.
  const known = standstill === 'no_primary' || standstill === 'unreadable' ? standstill : null;
  return change(state, { standstill: known, ...(counts && { last }) });
}

function error(state: FeedState, { id, code, message: reason }: ErrorMessage, now: number): Change {
  if (isWatch(state, id)) return watchRefused(state, code, reason);
  const pending = state.pending.filter((one) => one.id !== id);
  if (code !== 'forbidden' || pending.length === state.pending.length)
    return change(state, { problem: reason, pending });
  // The same token would be told the same again, and to be "live" without these tickers would be a lie.
  return andThen(drop(state, { now }), (next) => change(next, { refused: { status: 'forbidden', reason } }));
}

function handedOn(state: FeedState, fresh: readonly Tick[]): Partial<FeedState> {
  const ids = fresh.map(({ id }) => id);
  return { recent: withIds(state.recent, ids), last: null, standstill: null };
}

function restartAfter({ reconnectAfterMs }: Shutdown): number {
  return Math.min(Math.max(reconnectAfterMs, 0), Timing.restart);
}

function deliver(state: FeedState, delivery: Delivery, facts: Partial<FeedState>): Change {
  return change(state, facts, { type: 'deliver', delivery });
}
