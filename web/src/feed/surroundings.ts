import type { FeedEvent } from './event.ts';

/** All that a feed touches of the world, so that a test can be the world. */
export interface Surroundings {
  readonly WebSocket: new (url: string, protocol: string) => WebSocket;
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

/** The feed's clock in a browser, in milliseconds: monotonic, unlike Date.now, which people and NTP set. */
export const now = (): number => performance.now();

/** A browser's own. */
export function browser(): Surroundings {
  return {
    WebSocket,
    now,
    random: Math.random,
    setTimer: (callback, ms) => {
      // Rounded up: a timer that fires a fraction too early would have to be set once more.
      const timer = setTimeout(callback, Math.ceil(ms));
      return () => clearTimeout(timer);
    },
    online: () => navigator.onLine,
    listen,
    report: reportError,
  };
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
