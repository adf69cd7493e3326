import {
  type ClientMessage,
  CloseCode,
  EVERY_TICKER,
  type ErrorCode,
  type Gap,
  Limits,
  type Mode,
  PROTOCOL_VERSION,
  type ServerMessage,
  type Subscribe,
  type Unsubscribe,
} from '@ticker/protocol';
import { type Grant, grantedTickers } from '../auth/grant.ts';
import type { Hub } from '../hub/hub.ts';
import { includes, isEmpty, type Tickers } from '../hub/filter.ts';
import type { Item } from '../hub/reader.ts';
import type { Subscriber } from '../hub/subscriber.ts';
import { type BadMessage, decode } from './decode.ts';
import { MessageRate } from './message-rate.ts';
import type { Tally, TransportName } from './tally.ts';
import type { Transport } from './transport.ts';

/** How long a session may be silent before it says that it is alive, in milliseconds. */
export const HEARTBEAT_MS = 1_000;
/** A connection that takes no byte for this long is closed with 4008. */
const SLOW_MS = 10_000;
/** A connection that subscribes to nothing for this long is closed with 4408. */
const SUBSCRIBE_MS = 10_000;
/** Protocol pings find half-open sockets; one unanswered until the next ends the connection. */
const PING_MS = 25_000;
/**
 * Messages of a connection that are read before it is the others' turn. A hundred of a hundred names take 5 ms, and an
 * address may have hundreds of connections.
 */
const TURN = 4;
/** How long a resume waits for a tick that exists, but has not reached this process yet. */
const ARRIVAL_MS = 5_000;

/** What a session needs from its process. */
export interface SessionContext {
  readonly hub: Hub;
  /** Names this process in `welcome`. */
  readonly process: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Whether a tick with this id, of one of these tickers, is in the topic, by the primary's word; undefined when nobody
   * can say. Never rejects.
   */
  readonly exists: (id: string, tickers: Tickers) => Promise<boolean | undefined>;
}

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
  readonly #rate: MessageRate;
  readonly #openedAt: number;
  readonly #closed = new AbortController();
  #bad = 0;
  #subscribed = false;
  #resuming = false;
  #turn = TURN;
  /** What had left the socket when reading from it was stopped: one chunk of it at most, within the limit of messages. */
  readonly #waiting: string[] = [];
  #sentAt: number;
  #taken = 0;
  #takenAt: number;
  #pingedAt: number;
  #answered = true;

  /** Greets the client, and joins the hub. */
  constructor(context: SessionContext, transport: Transport, grant: Grant, tally: Tally) {
    this.#context = context;
    this.#transport = transport;
    this.#grant = grant;
    this.#tally = tally;
    this.#subscriber = context.hub.subscriber();
    tally.opened++;
    const now = context.now();
    this.#rate = new MessageRate(now);
    this.#openedAt = this.#sentAt = this.#takenAt = this.#pingedAt = now;
    transport.send({
      type: 'welcome',
      version: PROTOCOL_VERSION,
      process: context.process,
      time: now,
      heartbeatMs: HEARTBEAT_MS,
      limits: {
        history: Limits.history,
        since: Limits.since,
        tickers: Limits.tickers,
        messageBytes: Limits.messageBytes,
        messageBurst: Limits.messageBurst,
        messagesPerSecond: Limits.messagesPerSecond,
      },
    });
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
    this.#closed.abort();
    this.#context.hub.leave(this);
  }

  /**
   * A text message came. One at a time, in order: while a resume waits, or the client does not take what it was sent,
   * so do the messages behind it. An answer may be a thousand times as long as its question.
   */
  receive(text: string): void {
    if (!this.#mayCome()) return;
    this.#waiting.push(text);
    if (this.#turn > 0) this.pump();
  }

  /** Something came that can't be understood. Five of them end the connection. */
  badMessage({ id, message }: Omit<BadMessage, 'type'>): void {
    if (this.#closed.signal.aborted) return;
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
    this.#answered = true;
    this.control();
  }

  /** Sends what the connection can take of what there is to read, and of answers to messages that wait. */
  pump(): void {
    while (!this.#resuming && this.#transport.writable) {
      const item = this.#subscriber.next();
      if (item) this.#send(item);
      else if (this.#waiting.length > 0 && this.#turn > 0 && !this.#closed.signal.aborted) this.#readNext();
      else break;
    }
    // Answers must not pile up either: whoever does not read is not read from.
    if (this.#transport.writable && !this.#resuming && this.#turn > 0) this.#transport.resume();
    else this.#transport.pause();
  }

  /** To be called several times a second: heartbeats, pings, and what has taken too long. */
  sweep(): void {
    if (this.#closed.signal.aborted) return;
    const now = this.#context.now();
    if (now >= this.#grant.expiresAt) return this.#end(CloseCode.Unauthorized, 'the token has expired');
    const { writable, taken } = this.#transport;
    if (writable || taken !== this.#taken) {
      this.#taken = taken;
      this.#takenAt = now;
    } else if (now - this.#takenAt >= SLOW_MS) {
      return this.#end(CloseCode.Slow, 'no byte was taken for 10 s');
    }
    if (!this.#subscribed && now - this.#openedAt >= SUBSCRIBE_MS) {
      return this.#end(CloseCode.SubscribeTimeout, 'nothing was subscribed in 10 s');
    }
    // A connection that is not read from can't answer a ping: the rule above is for it.
    if (!writable) this.#pingedAt = now;
    if (now - this.#pingedAt >= PING_MS) {
      if (!this.#answered) return this.#transport.terminate();
      this.#pingedAt = now;
      this.#answered = !this.#transport.ping();
    }
    if (writable && now - this.#sentAt >= HEARTBEAT_MS) {
      this.#tell({ type: 'heartbeat', time: now, last: this.#subscriber.last(this.#grant.tickers) });
    }
  }

  /** The process stops: tells the client when to come back. */
  shutdown(reconnectAfterMs: number): void {
    this.#tell({ type: 'shutdown', reconnectAfterMs });
    this.#end(CloseCode.Restart, 'the server restarts');
  }

  /** Whether one more message or control frame is within the limit; ends the session where it is not. */
  #mayCome(): boolean {
    if (this.#closed.signal.aborted) return false;
    if (this.#rate.take(this.#context.now())) return true;
    this.#end(CloseCode.TooMany, 'too many messages', true);
    return false;
  }

  #readNext(): void {
    if (this.#turn === TURN) {
      setImmediate(() => {
        this.#turn = TURN;
        if (!this.#closed.signal.aborted) this.pump();
      });
    }
    this.#turn--;
    this.#read(this.#waiting.shift()!);
  }

  #read(text: string): void {
    const message = decode(text);
    if (message.type === 'bad') this.badMessage(message);
    else this.#handle(message);
  }

  #handle(message: ClientMessage): void {
    if (message.type === 'unsubscribe') this.#unsubscribe(message);
    else this.#begin(message);
  }

  /** Subscribes at once, or when the newest tick that the client had has arrived. */
  #begin(message: Subscribe): void {
    const { since = [] } = message;
    const ids = typeof since === 'string' ? [since] : since;
    const newest = ids.at(-1);
    if (newest === undefined || this.#knows(newest)) {
      this.#subscribe(message, ids);
      return;
    }
    this.#resuming = true;
    this.#transport.pause();
    void this.#arrival(newest).then(() => {
      this.#resuming = false;
      if (this.#closed.signal.aborted) return;
      this.#subscribe(message, ids);
      this.pump();
    });
  }

  /** Whether the tick is held here; to somebody who may not read it, it is not there. */
  #knows(id: string): boolean {
    const { backlog } = this.#context.hub;
    const position = backlog.position(id);
    return position !== undefined && includes(this.#grant.tickers, backlog.at(position));
  }

  #subscribe({ id, tickers, mode = 'all', history = 0 }: Subscribe, listed: readonly string[]): void {
    let names: string[];
    try {
      names = grantedTickers(tickers, this.#grant);
    } catch (error) {
      this.#tally.forbidden++;
      return this.#error(id, 'forbidden', (error as Error).message);
    }
    const ids = listed.filter((since) => this.#knows(since));
    if (this.#subscriber.filter.with(names, mode).size > Limits.tickers) {
      return this.#error(id, 'too_many', `a connection can subscribe to at most ${Limits.tickers} tickers`);
    }
    this.#subscribed = true;
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

  /**
   * Waits for a tick that exists but has not reached this process: two secondaries are not equally far, so "not here
   * yet" is not "gone". Meanwhile the client is neither read from nor sent ticks.
   */
  async #arrival(id: string): Promise<void> {
    const { hub, exists } = this.#context;
    const { tickers } = this.#grant;
    if ((await exists(id, tickers)) === false) return;
    await hub.arrival(id, tickers, AbortSignal.any([this.#closed.signal, AbortSignal.timeout(ARRIVAL_MS)]));
  }

  #send(item: Item): void {
    if (item.type === 'batch') {
      this.#transport.sendBatch(item.batch);
      this.#sentAt = this.#context.now();
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
    this.#sentAt = this.#context.now();
  }

  #end(code: CloseCode, reason: string, flooded = false): void {
    this.#tally.close(code);
    this.close();
    this.#transport.close(code, reason, flooded);
  }
}
