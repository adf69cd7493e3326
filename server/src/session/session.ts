import {
  type ClientMessage,
  CloseCode,
  EVERY_TICKER,
  type ErrorCode,
  type Gap,
  Limits,
  type Mode,
  type ServerMessage,
  type Subscribe,
  type Unsubscribe,
  type Watch,
} from '@ticker/protocol';
import { type Grant, grantedTickers } from '../auth/grant.ts';
import { isEmpty } from '../hub/filter.ts';
import type { Item } from '../hub/reader.ts';
import type { Subscriber } from '../hub/subscriber.ts';
import { AlertWatch } from './alert-watch.ts';
import { arrival } from './arrival.ts';
import { type BadMessage, decode } from './decode.ts';
import { Inbox } from './inbox.ts';
import { type Due, Pulse } from './pulse.ts';
import type { SessionContext } from './session-context.ts';
import type { Tally, TransportName } from './tally.ts';
import type { Transport } from './transport.ts';
import { welcome } from './welcome.ts';

/**
 * One connection's wire state: reads the client's messages, answers them, and sends what its subscriber reads.
 * Knows nothing of sockets: {@link Transport} is all it sees of one.
 */
export class Session {
  readonly #context: SessionContext;
  readonly #transport: Transport;
  readonly #grant: Grant;
  readonly #tally: Tally;
  readonly #subscriber: Subscriber;
  readonly #alerts: AlertWatch;
  readonly #inbox: Inbox;
  readonly #pulse: Pulse;
  #closed = false;
  /** It is the others' turn; then it goes on by itself. */
  #goesOn = false;
  #bad = 0;
  /** While it waits for the newest tick that the client had: ends that wait. Rare, and half a KiB: not kept ready. */
  #resuming: AbortController | undefined;

  /** Greets the client, and joins the hub. */
  constructor(context: SessionContext, transport: Transport, grant: Grant, tally: Tally) {
    this.#context = context;
    this.#transport = transport;
    this.#grant = grant;
    this.#tally = tally;
    this.#subscriber = context.hub.subscriber();
    this.#alerts = new AlertWatch(context.alerts, grant, this);
    tally.opened++;
    const now = context.now();
    this.#pulse = new Pulse(now);
    this.#inbox = new Inbox(now, () => {
      if (!this.#closed) this.pump();
    });
    transport.send(welcome(context.process, now));
    context.hub.join(this);
  }

  /** How its tickers are subscribed; undefined while none is. */
  get mode(): Mode | 'mixed' | undefined {
    const { all, latest, size } = this.#subscriber.filter;
    if (size === 0) return undefined;
    if (isEmpty(latest)) return 'all';
    return isEmpty(all) ? 'latest' : 'mixed';
  }

  get transport(): TransportName {
    return this.#tally.transport;
  }

  /** The connection is gone: leaves the hub. */
  close(): void {
    this.#closed = true;
    this.#resuming?.abort();
    this.#alerts.close();
    this.#context.hub.leave(this);
  }

  /**
   * A text message came. One at a time, in order: while a resume waits, or the client does not take what it was sent,
   * so do the messages behind it. An answer may be a thousand times as long as its question.
   */
  receive(text: string): void {
    if (!this.#mayCome()) return;
    this.#inbox.push(text);
    if (this.#inbox.isOpen) this.pump();
  }

  /** Something came that can't be understood. Five of them end the connection. */
  badMessage({ id, message }: Omit<BadMessage, 'type'>): void {
    if (this.#closed) return;
    this.#tally.badMessages++;
    this.#error(id, 'bad_request', message);
    if (++this.#bad >= Limits.badMessages) this.#end(CloseCode.BadMessages, 'too many bad messages');
  }

  /** A control frame came: it is as much work as a message, and counts as one. */
  control(): void {
    this.#mayCome();
  }

  /** The peer answered a ping. */
  pong(): void {
    this.#pulse.answered();
    this.control();
  }

  /**
   * Sends what the connection can take of what there is to read, and of answers to messages that wait; after a full batch
   * it is the others' turn. Who comes back to a whole ring, by a connection that takes all of it, would keep them
   * waiting for as long as that takes to be written, some hundred milliseconds.
   */
  pump(): void {
    while (!this.#resuming && this.#transport.writable) {
      const sent = this.#sendNext();
      if (sent === 'full') {
        this.#goOnLater();
        break;
      }
      if (sent || this.#readNext()) continue;
      if (this.#inbox.isOpen) this.#transport.resume();
      else this.#transport.pause();
      return;
    }
    // Answers must not pile up either: whoever does not read is not read from.
    this.#transport.pause();
  }

  /** To be called several times a second: heartbeats, pings, and what has taken too long. */
  sweep(): void {
    if (this.#closed) return;
    const now = this.#context.now();
    if (now >= this.#grant.expiresAt) return this.#end(CloseCode.Unauthorized, 'the token has expired');
    for (const due of this.#pulse.due(now, this.#transport)) this.#do(due, now);
  }

  /** The process stops: tells the client when to come back. */
  shutdown(reconnectAfterMs: number): void {
    this.#tell({ type: 'shutdown', reconnectAfterMs });
    this.#end(CloseCode.Restart, 'the server restarts');
  }

  /** Whether one more message or control frame is within the limit; ends the session where it is not. */
  #mayCome(): boolean {
    if (this.#closed) return false;
    if (this.#inbox.admit(this.#context.now())) return true;
    this.#end(CloseCode.TooMany, 'too many messages', true);
    return false;
  }

  #do(due: Due, now: number): void {
    switch (due) {
      case 'slow':
        return this.#end(CloseCode.Slow, 'no byte was taken for 10 s');
      case 'idle':
        return this.#end(CloseCode.SubscribeTimeout, 'nothing was subscribed in 10 s');
      case 'gone':
        return this.#transport.terminate();
      case 'ping':
        if (this.#transport.ping()) this.#pulse.pinged();
        return undefined;
      case 'heartbeat': {
        const standstill = this.#context.standstill?.();
        return this.#tell({
          type: 'heartbeat',
          time: now,
          last: this.#subscriber.last(this.#grant.tickers),
          ...(standstill && { standstill }),
        });
      }
    }
  }

  /** Sends the next of what there is to send; 'full': a whole batch, false: nothing. Alerts are few, and urgent. */
  #sendNext(): boolean | 'full' {
    const alerts = this.#alerts.next();
    if (alerts) this.#tell(alerts);
    const item = alerts ? undefined : this.#subscriber.next();
    if (item) this.#send(item);
    if (item?.type === 'batch' && item.batch.ticks.length === Limits.batch) return 'full';
    return alerts !== undefined || item !== undefined;
  }

  #goOnLater(): void {
    if (this.#goesOn) return;
    this.#goesOn = true;
    setImmediate(() => {
      this.#goesOn = false;
      if (!this.#closed) this.pump();
    });
  }

  /** Answers the next message that may be read now; false where there is none. */
  #readNext(): boolean {
    const text = this.#closed ? undefined : this.#inbox.take();
    if (text === undefined) return false;
    const message = decode(text);
    if (message.type === 'bad') this.badMessage(message);
    else this.#handle(message);
    return true;
  }

  #handle(message: ClientMessage): void {
    switch (message.type) {
      case 'subscribe':
        return this.#begin(message);
      case 'unsubscribe':
        return this.#unsubscribe(message);
      case 'watch':
        return this.#watch(message);
    }
  }

  /** Subscribes at once, or when the newest tick that the client had has arrived. */
  #begin(message: Subscribe): void {
    const { since = [] } = message;
    const ids = typeof since === 'string' ? [since] : since;
    const newest = ids.at(-1);
    const { hub } = this.#context;
    const { tickers } = this.#grant;
    if (newest === undefined || hub.holds(newest, tickers)) {
      this.#subscribe(message, ids);
      return;
    }
    // Meanwhile the client is neither read from nor sent ticks.
    this.#resuming = new AbortController();
    this.#transport.pause();
    void arrival(this.#context, newest, tickers, this.#resuming.signal).then(() => {
      this.#resuming = undefined;
      if (this.#closed) return;
      this.#subscribe(message, ids);
      this.pump();
    });
  }

  #subscribe({ id, tickers, mode = 'all', history = 0 }: Subscribe, listed: readonly string[]): void {
    let names: string[];
    try {
      names = grantedTickers(tickers, this.#grant);
    } catch (error) {
      this.#tally.forbidden++;
      return this.#error(id, 'forbidden', (error as Error).message);
    }
    const ids = listed.filter((since) => this.#context.hub.holds(since, this.#grant.tickers));
    if (this.#subscriber.filter.with(names, mode).size > Limits.tickers) {
      return this.#error(id, 'too_many', `a connection can subscribe to at most ${Limits.tickers} tickers`);
    }
    this.#pulse.subscribed();
    const outcome = this.#subscriber.subscribe({ tickers: names, mode, history, since: ids });
    const { resumed } = outcome;
    this.#tell({ type: 'subscribed', id, tickers: names, mode: outcome.mode, resumed });
    if (!outcome.resumed) {
      if (listed.length > 0) this.#gap({ type: 'gap', reason: 'history_exceeded', missed: null });
      this.#tell({ type: 'snapshot', id, ticks: [...outcome.snapshot] });
    }
  }

  #unsubscribe({ id, tickers }: Unsubscribe): void {
    const everything = this.#subscriber.filter.everything;
    if (everything && !tickers.includes(EVERY_TICKER)) {
      return this.#error(
        id,
        'bad_request',
        'a name cannot be taken out of "*": unsubscribe "*", then subscribe names',
      );
    }
    this.#subscriber.unsubscribe(tickers);
    this.#tell({ type: 'unsubscribed', id, tickers });
  }

  #watch(message: Watch): void {
    const answer = this.#alerts.watch(message);
    // One that is refused has nothing to wait for here.
    if (answer?.type !== 'error') this.#pulse.subscribed();
    if (answer) this.#tell(answer);
  }

  #send(item: Item): void {
    if (item.type === 'batch') {
      this.#transport.sendBatch(item.batch);
      this.#pulse.sent(this.#context.now());
    } else if (item.type === 'snapshot') this.#tell({ type: 'snapshot', id: null, ticks: [...item.ticks] });
    else this.#gap(item);
  }

  #gap(gap: Gap): void {
    this.#tally.gap(gap.reason);
    this.#tell(gap);
  }

  #error(id: number | null, code: ErrorCode, message: string): void {
    this.#tell({ type: 'error', id, code, message });
  }

  /** Sends a message, which counts as a sign of life. */
  #tell(message: ServerMessage): void {
    this.#transport.send(message);
    this.#pulse.sent(this.#context.now());
  }

  #end(code: CloseCode, reason: string, flooded = false): void {
    this.#tally.close(code);
    this.close();
    this.#transport.close(code, reason, flooded);
  }
}
