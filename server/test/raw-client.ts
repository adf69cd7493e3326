import { once } from 'node:events';
import { type ClientMessage, type ServerMessage, SUBPROTOCOL, type Tick } from '@ticker/protocol';
import { type ClientOptions, WebSocket } from 'ws';

type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** A client that knows nothing but JSON frames, and queues them so that none is missed. Not our feed. */
export class RawClient {
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  /** How many messages came. */
  received = 0;
  readonly #queue: ServerMessage[] = [];
  readonly #waiting: ((message: ServerMessage) => void)[] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    );
    socket.on('message', (data) => {
      this.received++;
      const message = JSON.parse(String(data)) as ServerMessage;
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.#queue.push(message);
    });
  }

  /** Connects to `http://host:port`'s /ws. Rejects where the handshake is refused. */
  static async open(
    url: string,
    options: ClientOptions = {},
    protocols: string[] = [SUBPROTOCOL],
  ): Promise<RawClient> {
    const client = new RawClient(new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, protocols, options));
    await once(client.socket, 'open');
    return client;
  }

  send(message: ClientMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message, of whatever type. */
  async next(): Promise<ServerMessage> {
    const queued = this.#queue.shift();
    return queued ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  /** The next message that is no heartbeat; it must be of this type. */
  async expect<T extends ServerMessage['type']>(type: T): Promise<Message<T>> {
    for (;;) {
      const message = await this.next();
      if (message.type === type) return message as Message<T>;
      if (message.type !== 'heartbeat')
        throw new Error(`expected ${type}, got ${JSON.stringify(message).slice(0, 200)}`);
    }
  }

  /** The next heartbeat; it must be the next message. */
  async expectHeartbeat(): Promise<Message<'heartbeat'>> {
    const message = await this.next();
    if (message.type !== 'heartbeat') throw new Error(`expected heartbeat, got ${JSON.stringify(message)}`);
    return message;
  }

  /** Ticks from snapshots and `ticks` messages, until there are that many. */
  async ticks(count: number): Promise<Tick[]> {
    const ticks: Tick[] = [];
    while (ticks.length < count) {
      const message = await this.next();
      if (message.type === 'ticks' || message.type === 'snapshot') ticks.push(...message.ticks);
      else if (message.type !== 'heartbeat')
        throw new Error(`expected ticks, got ${JSON.stringify(message).slice(0, 200)}`);
    }
    return ticks;
  }

  close(): void {
    this.socket.terminate();
  }
}
