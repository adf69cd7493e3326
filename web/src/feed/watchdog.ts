import { type Change, change, andThen } from './change.ts';
import type { Moment } from './event.ts';
import type { FeedState } from './feed-state.ts';
import { connect, drop, plan } from './link.ts';
import { deadAfter, quietAfter, silentAfter, Timing } from './timing.ts';

/**
 * What time alone brings about, looked at after every event: a socket that has been dead for too long is dropped, a try
 * that is due is made, and the timer is set for what comes next. A browser does not report a network that went away: an
 * open socket just falls silent, for minutes.
 */
export function watch(state: FeedState, moment: Moment): Change {
  if (!state.running) return change(state, {});
  return andThen(
    andThen(dropDead(state, moment), (next) => tryAgain(next, moment)),
    (next) => schedule(next, moment),
  );
}

function dropDead(state: FeedState, moment: Moment): Change {
  const dead = deadline(state);
  if (dead === null || moment.now < dead) return change(state, {});
  return andThen(drop(state, moment), (next) => plan(next, moment));
}

function tryAgain(state: FeedState, moment: Moment): Change {
  const due = state.link === 'down' && state.retryAt !== null && moment.now >= state.retryAt;
  return due ? connect(state, moment) : change(state, {});
}

/** A timer that fires too early is cheaper than a new timer for each message, so one is only ever brought forward. */
function schedule(state: FeedState, { now }: Moment): Change {
  const at = nextWake(state, now);
  if (at === null || (state.wakeAt !== null && state.wakeAt <= at)) return change(state, {});
  return change(state, { wakeAt: at }, { type: 'schedule', at });
}

function nextWake(state: FeedState, now: number): number | null {
  const times = [state.retryAt, deadline(state)];
  if (state.link === 'joined') {
    times.push(state.restartAt, state.receivedAt + silentAfter(state.heartbeatMs));
    if (state.priceAt !== null) times.push(state.priceAt + quietAfter(state.pauses));
  }
  const ahead = times.filter((time) => time !== null && time > now);
  return ahead.length === 0 ? null : Math.min(...(ahead as number[]));
}

/** When the socket is given up: nothing opened, nothing answered, nothing received. */
function deadline(state: FeedState): number | null {
  if (state.link === 'opening') return state.linkAt + Timing.open;
  if (state.link === 'joining') return state.linkAt + Timing.answer;
  if (state.link === 'joined') return state.receivedAt + deadAfter(state.heartbeatMs);
  return null;
}
