import { CloseCode } from '@ticker/protocol';
import { fullJitter } from './backoff.ts';
import { type Change, change } from './change.ts';
import type { FeedEvent, Moment } from './event.ts';
import type { FeedState } from './feed-state.ts';
import { Timing } from './timing.ts';

/** How a socket ended. */
export type Closed = Extract<FeedEvent, { readonly type: 'closed' }>;

/** Opens a socket. There must be none. */
export function connect(state: FeedState, { now }: Moment): Change {
  const socket = state.socket + 1;
  return change(
    state,
    { socket, link: 'opening', linkAt: now, retryAt: null, restartAt: null, refused: null, problem: null },
    { type: 'connect', socket },
  );
}

/** Gives the socket up, if there is one, without a plan for the next. */
export function drop(state: FeedState, { now }: Pick<Moment, 'now'>): Change {
  if (state.link === 'down') return change(state, {});
  const held = state.link === 'joined' && now - state.linkAt >= Timing.held;
  const nothing = {
    pending: [],
    gapOwed: null,
    problem: null,
    standstill: null,
    watch: { status: 'none' },
  } as const;
  const facts = { ...nothing, link: 'down', linkAt: now } as const;
  return change(
    state,
    { ...facts, attempt: held ? 0 : state.attempt },
    { type: 'close', socket: state.socket },
  );
}

/** Plans the next try: full jitter after what the server asked for. */
export function plan(state: FeedState, { now, random }: Moment): Change {
  const from = Math.max(now, state.earliest, state.restartAt ?? 0);
  const retryAt = from + fullJitter(state.attempt, random);
  return change(state, { retryAt, attempt: state.attempt + 1 });
}

/** What a close asks of us, before the next try is planned. PROTOCOL.md, "Close codes". */
export function heed(state: FeedState, { code, reason }: Closed, { now }: Moment): Change {
  if (code === CloseCode.BadMessages) return change(state, { refused: { status: 'refused', reason } });
  if (code === CloseCode.Unauthorized) return change(state, { refused: { status: 'unauthorised', reason } });
  if (code === CloseCode.SubscribeTimeout || code === CloseCode.TooMany)
    return change(state, { earliest: now + Timing.penalty, problem: reason || null });
  return change(state, {});
}

/**
 * Whether somebody's wish to try now may be granted. Not while the server asked us to keep away, and after a refusal
 * only where it is about a token, and a person asks (`byHand`): a page that sent bad messages would send them again.
 */
export function mayTry(state: FeedState, { now }: Pick<Moment, 'now'>, byHand: boolean): boolean {
  if (!state.running || now < state.earliest) return false;
  return state.refused === null || (byHand && state.refused.status !== 'refused');
}
