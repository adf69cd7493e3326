import type { FeedEvent } from './event.ts';

/** As much of a WebSocket as a feed needs: a browser's, Node's, that of the package `ws`. */
export interface Socket {
  send: (text: string) => void;
  close: () => void;
  addEventListener: {
    (type: 'open' | 'error', listener: () => void): void;
    (type: 'message', listener: (event: { readonly data: unknown }) => void): void;
    (type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  };
}

/** What opens one. */
export type SocketClass = new (url: string, protocols: string | string[]) => Socket;

/** All that a feed touches of the world, so that a test can be the world. */
export interface Surroundings {
  readonly WebSocket: SocketClass;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Calls back once, after milliseconds; gives what cancels that. */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
  /** Whether the browser believes in a network. */
  readonly online: () => boolean;
  /** Passes on network and visibility events; gives what ends that. */
  readonly listen: (dispatch: (event: FeedEvent) => void) => () => void;
  /** Where the errors of those who get the ticks go. */
  readonly report: (error: unknown) => void;
}

/** The feed's clock, in milliseconds: monotonic, unlike Date.now, which people and NTP set. */
export const now = (): number => performance.now();

/**
 * A page's own surroundings, or else a program's.
 *
 * @param given the WebSocket to use; without it the global one
 * @throws TypeError where there is neither
 */
export function surroundings(given?: SocketClass): Surroundings {
  const found: SocketClass | undefined = given ?? globalThis.WebSocket;
  if (!found)
    throw new TypeError("there is no WebSocket here: use Node 22 or later, or pass that of the package 'ws'");
  return typeof window === 'undefined' ? node(found) : browser(found);
}

/** A browser's. */
export function browser(Socket: SocketClass = WebSocket): Surroundings {
  return {
    WebSocket: Socket,
    now,
    random: Math.random,
    setTimer,
    online: () => navigator.onLine,
    listen,
    // Not the function itself: a browser's does not work as a method of this object.
    report: (error) => reportError(error),
  };
}

/** Those of Node, and of whatever else has neither window nor page: nobody says whether there is a network. */
export function node(Socket: SocketClass): Surroundings {
  return {
    WebSocket: Socket,
    now,
    random: Math.random,
    setTimer,
    online: () => true,
    listen: () => () => {},
    // As from any callback: it is the program's to catch, or its end.
    report: (error) => void setTimer(() => throwOn(error), 0),
  };
}

function setTimer(callback: () => void, ms: number): () => void {
  // Rounded up: a timer that fires a fraction too early would have to be set once more.
  const timer = setTimeout(callback, Math.ceil(ms));
  return () => clearTimeout(timer);
}

function throwOn(error: unknown): never {
  throw error;
}

function listen(dispatch: (event: FeedEvent) => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener('online', () => dispatch({ type: 'online' }), { signal });
  window.addEventListener('offline', () => dispatch({ type: 'offline' }), { signal });
  const seen = (): void => dispatch({ type: document.visibilityState === 'visible' ? 'visible' : 'hidden' });
  document.addEventListener('visibilitychange', seen, { signal });
  return () => listeners.abort();
}
