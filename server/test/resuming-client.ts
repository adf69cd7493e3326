import { setTimeout as delay } from 'node:timers/promises';
import { Limits } from '@ticker/protocol';
import { RawClient } from './raw-client.ts';

/** A server that does not take us now is asked again after this. */
const RETRY_MS = 50;

/** A connection that is not answered is given up after this, as the feed does: one may have been on its way to a worker that died. */
const ANSWER_MS = 10_000;

/** How a server has sent a client away. */
export interface Farewell {
  /** When it was told, by `performance.now()`. */
  readonly at: number;
  readonly reconnectAfterMs: number;
  /** By which the connection was closed. */
  readonly code?: number;
}

/**
 * A client that comes back whenever its connection ends, when it was told to, and goes on after the ids that it had, as
 * PROTOCOL.md asks.
 */
export class ResumingClient {
  /** All that came, in the order in which it came, doubles included. */
  readonly ids: string[] = [];
  /** The server processes that it was connected to, one entry for each connection. */
  readonly processes: string[] = [];
  /** How servers have sent it away. */
  readonly farewells: Farewell[] = [];
  gaps = 0;
  readonly #urls: readonly string[];
  #tries = 0;
  readonly #waiting = new Set<() => void>();
  #client: RawClient | undefined;
  #closed = false;

  private constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /**
   * Subscribes to every ticker, of a topic that is not empty: its first tick is the newest one, so that it has
   * something to go on after. Resolves when it has that.
   *
   * @param urls where it goes, each time that it comes back to the next one
   */
  static async open(...urls: string[]): Promise<ResumingClient> {
    const client = new ResumingClient(urls);
    void client.#run();
    await client.until(() => client.ids.length > 0);
    return client;
  }

  /** Resolves once the condition holds; looked at after every message. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition())
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
  }

  close(): void {
    this.#closed = true;
    this.#client?.close();
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      try {
        const client = await RawClient.open(this.#urls[this.#tries++ % this.#urls.length]!, {
          handshakeTimeout: ANSWER_MS,
        });
        this.#client = client;
        const told = this.farewells.length;
        await Promise.race([this.#read(client), client.closed]);
        const { code } = await client.closed;
        const farewell = this.farewells[told];
        if (!farewell) continue;
        this.farewells[told] = { ...farewell, code };
        await delay(farewell.at + farewell.reconnectAfterMs - performance.now());
      } catch {
        await delay(RETRY_MS);
      }
    }
  }

  async #read(client: RawClient): Promise<void> {
    const since = this.ids.slice(-Limits.since);
    const { process } = await client.expect('welcome');
    client.send({
      type: 'subscribe',
      id: 1,
      tickers: ['*'],
      ...(since.length > 0 ? { since } : { history: 1 }),
    });
    for (;;) {
      const message = await client.next();
      if (message.type === 'subscribed') this.processes.push(process);
      if (message.type === 'gap') this.gaps++;
      if (message.type === 'shutdown')
        this.farewells.push({ at: performance.now(), reconnectAfterMs: message.reconnectAfterMs });
      if (message.type === 'ticks' || message.type === 'snapshot')
        this.ids.push(...message.ticks.map(({ id }) => id));
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
  }
}
