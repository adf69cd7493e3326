import { type Change, change, andThen } from './change.ts';
import { connection } from './connection.ts';
import type { FeedEvent, Moment } from './event.ts';
import type { FeedState } from './feed-state.ts';
import { type Closed, connect, drop, heed, mayTry, plan } from './link.ts';
import { receive } from './message.ts';
import { join, retune } from './subscription.ts';
import { Timing } from './timing.ts';
import { watchAgain } from './watch.ts';
import { watch } from './watchdog.ts';

/** The whole feed: what an event at a moment makes of its state, and what is to be done. Pure: same in, same out. */
export function step(state: FeedState, event: FeedEvent, moment: Moment): Change {
  return andThen(react(state, event, moment), (next) => watch(next, moment));
}

function react(state: FeedState, event: FeedEvent, moment: Moment): Change {
  const { now } = moment;
  switch (event.type) {
    case 'start':
      if (state.running) break;
      return begin({ ...state, running: true, offlineAt: null, refused: null, attempt: 0 }, moment);
    case 'stop':
      return andThen(drop(state, moment), (next) =>
        change(next, { running: false, retryAt: null, wakeAt: null }, { type: 'schedule', at: null }),
      );
    case 'open':
      if (event.socket !== state.socket || state.link !== 'opening') break;
      return join({ ...state, link: 'joining', linkAt: now, receivedAt: now, offlineAt: null });
    case 'message': {
      if (event.socket !== state.socket || !isOpen(state)) break;
      const heard = { ...state, receivedAt: now, offlineAt: stillOffline(state, now) };
      return event.message ? receive(heard, event.message, now) : change(heard, {});
    }
    case 'closed':
      if (event.socket !== state.socket) break;
      return closed(state, event, moment);
    case 'timer':
      return change(state, { wakeAt: null });
    case 'offline':
      return change(state, { offlineAt: state.running ? (state.offlineAt ?? now) : null });
    case 'online':
      // A socket of before is most likely dead. To open another costs little, as it goes on where this one was.
      if (!isCutOff(state, now)) break;
      return anew({ ...state, offlineAt: null, attempt: 0 }, moment, false);
    case 'visible':
      return state.link === 'down' ? anew(state, moment, false) : change(state, {});
    case 'retry-now':
      return isCutOff(state, now) ? anew(state, moment, true) : change(state, {});
    case 'set-tickers': {
      const next = { ...state, tickers: event.tickers };
      return isOpen(state) ? retune(next) : change(next, {});
    }
    case 'set-mode': {
      const next = { ...state, mode: event.mode };
      return isOpen(state) ? retune(next) : change(next, {});
    }
    case 'watch-again':
      return isOpen(state) ? watchAgain(state) : change(state, {});
    default:
  }
  return change(state, {});
}

function begin(state: FeedState, moment: Moment): Change {
  // A stop in between does not lift what the server asked for.
  return moment.now < state.earliest ? plan(state, moment) : connect(state, moment);
}

function closed(state: FeedState, event: Closed, moment: Moment): Change {
  if (state.link === 'down') return change(state, {});
  return andThen(
    andThen(drop(state, moment), (next) => heed(next, event, moment)),
    (next) => (next.refused === null ? plan(next, moment) : change(next, {})),
  );
}

/** Drops what there is and connects, where that may be. */
function anew(state: FeedState, moment: Moment, byHand: boolean): Change {
  if (!mayTry(state, moment, byHand)) return change(state, {});
  return andThen(drop(state, moment), (next) => connect(next, moment));
}

function isOpen({ link }: FeedState): boolean {
  return link === 'joining' || link === 'joined';
}

/** No network, no socket, or one that is silent. */
function isCutOff(state: FeedState, now: number): boolean {
  const seen = connection(state, now);
  if (seen.status === 'stale') return seen.why === 'silent';
  return state.refused !== null || seen.status === 'offline' || seen.status === 'reconnecting';
}

/** Something that came long enough after the browser's `offline` proves it wrong: a server on this machine, say. */
function stillOffline({ offlineAt }: FeedState, now: number): number | null {
  return offlineAt !== null && now - offlineAt >= Timing.underWay ? null : offlineAt;
}
