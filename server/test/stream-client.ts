import { get, type IncomingMessage } from 'node:http';
import type { Tick } from '@ticker/protocol';

/** What the lines of one event say; `data` as JSON. A bare id has neither event nor data. */
export interface StreamEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly data?: any;
}

/** What was asked for was a socket, and there is one. */
export class Upgraded extends Error {}

/** A reader of an SSE stream that knows nothing but its lines, and queues the events. Not an EventSource. */
export class StreamClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly response: IncomingMessage;
  readonly ended: Promise<void>;
  text = '';
  readonly #queue: StreamEvent[] = [];
  readonly #waiting: ((event: StreamEvent) => void)[] = [];

  private constructor(response: IncomingMessage) {
    this.response = response;
    this.status = response.statusCode!;
    this.headers = response.headers;
    this.ended = new Promise((resolve) => response.once('close', resolve));
    let rest = '';
    response.on('data', (chunk: Buffer) => {
      this.text += String(chunk);
      const blocks = (rest + String(chunk)).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) this.#take(parse(block));
    });
    response.on('error', () => {});
  }

  /** Rejects where nothing answers, and where the answer is a socket. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<StreamClient> {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers, agent: false }, resolve)
        .on('error', reject)
        // Without this, Node closes it and tells nobody.
        .on('upgrade', (_, socket) => {
          socket.destroy();
          reject(new Upgraded());
        }),
    );
    return new StreamClient(response);
  }

  /** The next block of lines, of whatever kind. */
  async next(): Promise<StreamEvent> {
    return this.#queue.shift() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  /** The next event that is no heartbeat and no `retry`; it must be of this name. */
  async expect(name: string): Promise<StreamEvent> {
    for (;;) {
      const event = await this.next();
      if (event.event === name) return event;
      if (event.event !== undefined) throw new Error(`expected ${name}, got ${JSON.stringify(event)}`);
    }
  }

  /** That many `tick` events. */
  async ticks(count: number): Promise<Tick[]> {
    const ticks: Tick[] = [];
    while (ticks.length < count) ticks.push((await this.expect('tick')).data);
    return ticks;
  }

  close(): void {
    this.response.destroy();
  }

  #take(event: StreamEvent): void {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(event);
    else this.#queue.push(event);
  }
}

function parse(block: string): StreamEvent {
  const lines = block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const;
  });
  const { data, ...fields } = Object.fromEntries(lines.filter(([name]) => name !== '')) as Record<
    string,
    string
  >;
  return { ...fields, ...(data !== undefined && { data: JSON.parse(data) }) };
}
