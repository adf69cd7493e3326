import { type Mode, SUBPROTOCOL } from '@ticker/protocol';
import { connection, type Connection, sameConnection } from './connection.ts';
import type { AlertReport, Delivery, Effect, FeedEvent } from './event.ts';
import { initialState } from './feed-state.ts';
import { readFrame } from './frame.ts';
import { step } from './step.ts';
import { type Socket, type SocketClass, surroundings, type Surroundings } from './surroundings.ts';

// Not PartySocket or reconnecting-websocket: they own the time of the next try, which here must come from the server's
// close codes and is shown as a countdown; and they buffer what is sent while closed, where a resume has to be first.

/** What a feed is made of. */
export interface FeedOptions {
  /** Address of the server's `/ws`. */
  readonly url: string;
  /** Tickers to follow; `['*']` for every one. */
  readonly tickers: readonly string[];
  /** Ticks of the past to ask for, 0 to 1000. */
  readonly history: number;
  /** `all` (default): every tick. `latest`: the newest of each ticker, and how many were skipped for it. */
  readonly mode?: Mode;
  /** Gets ticks in their order, none twice, and gaps. */
  readonly onDelivery: (delivery: Delivery) => void;
  /** Gets what to tell a person, whenever that changes. */
  readonly onConnection: (connection: Connection) => void;
  /** Gets what there is to say of alerts; each alert at most once. */
  readonly onAlerts?: (report: AlertReport) => void;
  /** A token for servers that ask for one; called before each try. A page needs none where a cookie holds it. */
  readonly token?: () => string | undefined;
  /** That of the package `ws`, for Node before 22; else the global one is used. */
  readonly WebSocket?: SocketClass;
  /** Instead of the browser's or Node's own. */
  readonly surroundings?: Surroundings;
}

/** A feed that lives until `stop`. */
export interface Feed {
  readonly retryNow: () => void;
  readonly setTickers: (tickers: readonly string[]) => void;
  readonly setMode: (mode: Mode) => void;
  /** Asks for alerts again, where the server could not tell of them when it was asked. */
  readonly watchAgain: () => void;
  readonly stop: () => void;
}

/**
 * Starts a feed: the state machine of step.ts in sockets, timers and events.
 *
 * @throws TypeError where there is no WebSocket
 */
export function startFeed(options: FeedOptions): Feed {
  const { url, onDelivery, onConnection, surroundings: world = surroundings(options.WebSocket) } = options;
  let state = initialState(options.tickers, options.history, options.mode ?? 'all');
  let shown = connection(state, world.now());
  let socket: Socket | undefined;
  let clearTimer: (() => void) | undefined;
  const events: FeedEvent[] = [];
  let handling = false;

  // One event at a time: an effect may cause the next one before it returns.
  const dispatch = (event: FeedEvent): void => {
    events.push(event);
    if (handling) return;
    handling = true;
    try {
      for (let next = events.shift(); next; next = events.shift()) handle(next);
    } finally {
      handling = false;
    }
  };

  // A page that fails to draw a tick must not take the watchdog with it.
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      try {
        world.report(error);
      } catch {
        // There is nobody left to tell.
      }
    }
  };

  const handle = (event: FeedEvent): void => {
    const moment = { now: world.now(), random: world.random() };
    const { state: next, effects } = step(state, event, moment);
    state = next;
    for (const effect of effects) guarded(() => perform(effect));
    const seen = connection(state, moment.now);
    if (sameConnection(seen, shown)) return;
    shown = seen;
    guarded(() => onConnection(seen));
  };

  const perform = (effect: Effect): void => {
    if (effect.type === 'connect') open(effect.socket);
    else if (effect.type === 'send') socket?.send(JSON.stringify(effect.message));
    else if (effect.type === 'deliver') onDelivery(effect.delivery);
    else if (effect.type === 'report') options.onAlerts?.(effect.report);
    else if (effect.type === 'close') {
      socket?.close();
      socket = undefined;
    } else {
      clearTimer?.();
      if (effect.at === null) return;
      clearTimer = world.setTimer(() => dispatch({ type: 'timer' }), Math.max(0, effect.at - world.now()));
    }
  };

  const open = (number: number): void => {
    const token = options.token?.();
    const protocols = token === undefined ? SUBPROTOCOL : [SUBPROTOCOL, `bearer.${token}`];
    try {
      socket = new world.WebSocket(url, protocols);
    } catch {
      // A page whose policy forbids the address: the same as one that can't be reached.
      return dispatch({ type: 'closed', socket: number, code: 1006, reason: '' });
    }
    // The close says it all; but `ws` throws what nobody listens to.
    socket.addEventListener('error', () => {});
    socket.addEventListener('open', () => dispatch({ type: 'open', socket: number }));
    socket.addEventListener('message', ({ data }) =>
      dispatch({ type: 'message', socket: number, message: readFrame(data) }),
    );
    socket.addEventListener('close', ({ code, reason }) =>
      dispatch({ type: 'closed', socket: number, code, reason }),
    );
  };

  const unlisten = world.listen(dispatch);
  dispatch({ type: 'start' });
  if (!world.online()) dispatch({ type: 'offline' });
  return {
    retryNow: () => dispatch({ type: 'retry-now' }),
    setTickers: (tickers) => dispatch({ type: 'set-tickers', tickers }),
    setMode: (mode) => dispatch({ type: 'set-mode', mode }),
    watchAgain: () => dispatch({ type: 'watch-again' }),
    stop: () => {
      unlisten();
      dispatch({ type: 'stop' });
    },
  };
}
