import { Turns } from '../history/turns.ts';

/** Jobs that a worker holds at once, most of them waiting for their turn. Their leases are extended meanwhile. */
export const DELIVERIES = 1_024;

/**
 * Whose receivers don't answer holds a place for ten seconds with each. So he gets few of them, and where too many wait
 * the attempt fails: there must always be a job's place for the rows of others, which wait for no webhook.
 */
const TURNS = {
  atOnce: 32,
  atOnceEach: 4,
  waiting: DELIVERIES - 64,
  waitingEach: DELIVERIES / 2,
  busy: () => new Error('too many webhooks wait to be sent'),
};

/** Has webhooks sent a few at a time, and few of one owner: one whose receivers are slow delays nobody else's. */
export class WebhookTurns {
  readonly #turns = new Turns(TURNS);

  /**
   * Sends when it is the owner's turn; on a server without tokens, where all are one owner, the receiver's.
   *
   * @throws Error where too many wait; the signal's reason; what `send` throws
   */
  run(owner: string | null, url: string, signal: AbortSignal, send: () => Promise<void>): Promise<void> {
    const client = owner === null ? `to ${URL.parse(url)?.host}` : `of ${owner}`;
    return this.#turns.run({ client, signal }, send);
  }
}
