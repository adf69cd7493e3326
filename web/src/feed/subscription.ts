import { type ClientMessage, EVERY_TICKER, type Mode, OVERLAP, type Subscribe } from '@ticker/protocol';
import { type Change, change, andThen } from './change.ts';
import type { Effect } from './event.ts';
import type { FeedState } from './feed-state.ts';
import { sinceIds } from './since.ts';

/**
 * Subscribes on a socket that has just opened. Where ids are known it goes on after them with the tickers that were
 * confirmed, and then changes to those that are wanted: a ticker that was never confirmed has nothing to go on after,
 * and one that was must not lose ticks because another is new.
 */
export function join(state: FeedState): Change {
  const since = sinceIds(state.recent, state.last);
  if (since.length === 0 || state.confirmed.length === 0)
    return subscribe({ ...state, confirmed: [] }, state.tickers);
  return andThen(subscribe(state, state.confirmed, { mode: resumeMode(state), since }), retune);
}

/**
 * The mode to go on in. The server goes back `OVERLAP` ticks before the newest listed id and sends what is not listed: in
 * mode `all`, after ticks were skipped there, those would come after newer ones. In mode `latest` it does not, and counts
 * what it skips.
 */
function resumeMode({ mode, unskipped }: FeedState): Mode {
  return unskipped < OVERLAP ? 'latest' : mode;
}

/** Changes what an open socket is subscribed to into what is wanted, by the difference. */
export function retune(state: FeedState): Change {
  const asked = [...state.confirmed, ...state.pending.flatMap((pending) => pending.tickers)];
  const wanted = state.tickers;
  // Every ticker absorbs names, and taking a name out of it is a bad request.
  const removed = wanted.includes(EVERY_TICKER) ? [] : asked.filter((ticker) => !wanted.includes(ticker));
  const added = wanted.filter((ticker) => !asked.includes(ticker));
  // To subscribe again replaces the mode, and tells nothing of the past: what is skipped by then is counted.
  const changed = state.mode === state.askedMode ? [] : wanted.filter((ticker) => asked.includes(ticker));
  return andThen(
    andThen(unsubscribe(state, removed), (next) => subscribe(next, changed, { history: 0 })),
    (next) => subscribe(next, added),
  );
}

/** The confirmed tickers once these are, too. */
export function confirm(confirmed: readonly string[], tickers: readonly string[]): readonly string[] {
  const all = new Set([...confirmed, ...tickers]);
  return all.has(EVERY_TICKER) ? [EVERY_TICKER] : [...all];
}

function subscribe(
  state: FeedState,
  tickers: readonly string[],
  {
    mode = state.mode,
    history = state.history,
    since,
  }: Partial<Pick<Subscribe, 'mode' | 'history' | 'since'>> = {},
): Change {
  if (tickers.length === 0) return change(state, {});
  const { nextId: id } = state;
  const pending = { id, tickers, resuming: since !== undefined };
  const message: Subscribe = { type: 'subscribe', id, tickers: [...tickers], mode, history };
  return change(
    state,
    { nextId: id + 1, askedMode: mode, pending: [...state.pending, pending] },
    send(state, since === undefined ? message : { ...message, since }),
  );
}

function unsubscribe(state: FeedState, tickers: readonly string[]): Change {
  if (tickers.length === 0) return change(state, {});
  const without = (names: readonly string[]): string[] => names.filter((name) => !tickers.includes(name));
  const pending = state.pending.map((one) => ({ ...one, tickers: without(one.tickers) }));
  return change(
    state,
    { nextId: state.nextId + 1, confirmed: without(state.confirmed), pending },
    send(state, { type: 'unsubscribe', id: state.nextId, tickers: [...tickers] }),
  );
}

function send({ socket }: FeedState, message: ClientMessage): Effect {
  return { type: 'send', socket, message };
}
