import type { ErrorCode, ServerMessage, Watch } from '@ticker/protocol';
import type { AlertFeed } from '../alerts/alert-feed.ts';
import type { AlertListener, AlertReader } from '../alerts/alert-log.ts';
import type { Grant } from '../auth/grant.ts';

/** What a connection is sent of alerts. Pull, as with ticks: a slow one lags, and no queue grows. */
export class AlertWatch {
  readonly #feed: AlertFeed | undefined;
  readonly #grant: Grant;
  readonly #listener: AlertListener;
  /** Has not been answered: alerts are starting. */
  #asked: number | undefined;
  #reader: AlertReader | undefined;

  /**
   * @param feed undefined: there are no alerts on this server
   * @param listener told when there may be something to read
   */
  constructor(feed: AlertFeed | undefined, grant: Grant, listener: AlertListener) {
    this.#feed = feed;
    this.#grant = grant;
    this.#listener = listener;
  }

  /** A client asks. @returns what is to be answered at once; else {@link next} answers */
  watch({ id }: Watch): ServerMessage | undefined {
    if (!this.#feed) return refused(id, 'unavailable', 'alerts are off on this server');
    if (this.#asked !== undefined)
      return refused(id, 'too_many', 'alerts are starting: one watch waits already');
    this.#asked = id;
    this.#feed.log.join(this.#listener);
    return this.next();
  }

  /** What is to be sent next; undefined when there is nothing. */
  next(): ServerMessage | undefined {
    const feed = this.#feed;
    if (!feed) return undefined;
    const id = this.#asked;
    if (id !== undefined && feed.state !== 'starting') {
      this.#asked = undefined;
      if (feed.unavailable !== undefined) return refused(id, 'unavailable', feed.unavailable);
      this.#reader ??= feed.log.reader(this.#grant);
      return { type: 'watching', id, alerts: this.#reader.recent() };
    }
    const next = this.#reader?.next();
    if (next === undefined) return undefined;
    if (next === 'overtaken') return { type: 'watching', id: null, alerts: this.#reader!.recent() };
    return { type: 'alert', alert: next };
  }

  /** The connection is gone. */
  close(): void {
    this.#feed?.log.leave(this.#listener);
  }
}

function refused(id: number, code: ErrorCode, message: string): ServerMessage {
  return { type: 'error', id, code, message };
}
