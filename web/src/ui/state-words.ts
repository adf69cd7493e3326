import type { Connection } from '../feed/connection.ts';
import { duration, text } from './text/page.ts';

/** A connection in words. */
export interface StateWords {
  /** What is announced when it changes. */
  readonly head: string;
  /** What goes with it, and may change each second: not announced. */
  readonly tail: string;
  readonly action?: 'retry' | 'reload';
}

/** Puts a connection into words, with what happens next. `now` by the feed's clock, in milliseconds. */
export function stateWords(connection: Connection, now: number): StateWords {
  switch (connection.status) {
    case 'idle':
      return { head: text.idle, tail: '' };
    case 'connecting': {
      const { again, problem } = connection;
      const head = again ? text.connectingAgain : text.connecting;
      return { head, tail: problem === null ? '…' : text.problem(problem) };
    }
    case 'waiting':
      return { head: connection.held ? text.waitingNext : text.waitingFirst, tail: '' };
    case 'live':
      return { head: text.live, tail: '' };
    case 'stale': {
      const { why, since } = connection;
      const age = duration(now - since);
      if (why === 'quiet' || why === 'silent') return { head: text.stale, tail: text[why](age) };
      return { head: text.standstill[why], tail: text.standstillThen(age) };
    }
    case 'draining': {
      const rest = duration(Math.ceil((connection.backAt - now) / 1000) * 1000);
      return { head: text.draining, tail: text.drainingThen(rest) };
    }
    case 'reconnecting': {
      const { retryAt, retryNow, problem } = connection;
      // Rounded up: "in 0 s" would be said for a whole second.
      const rest = duration(Math.ceil((retryAt - now) / 1000) * 1000);
      const why = problem === null ? '' : text.problem(problem);
      const words = { head: text.reconnecting, tail: text.inTime(rest) + why };
      return retryNow ? { ...words, action: 'retry' } : words;
    }
    case 'offline':
      return { head: text.offline, tail: text.offlineThen, action: 'retry' };
    case 'refused':
      return { head: text.refused, tail: text.refusedBad, action: 'reload' };
    case 'unauthorised':
    case 'forbidden':
      // The form says why. By hand, too: the cookie may come from another tab.
      return { head: text[connection.status], tail: '', action: 'retry' };
    default:
      return connection;
  }
}
