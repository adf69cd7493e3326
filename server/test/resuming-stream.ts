import { setTimeout as delay } from 'node:timers/promises';
import type { Farewell } from './resuming-client.ts';
import { StreamClient } from './stream-client.ts';

/** What an EventSource is told with its first bytes replaces this. */
const RETRY_MS = 50;

/** A reader of the stream that does as an EventSource does: it comes back by `retry`, with the last id that it had. */
export class ResumingStream {
  /** All that came, each once: with one id to go on after, ticks may come again. */
  readonly ids = new Set<string>();
  readonly farewells: Farewell[] = [];
  /** What it was answered by, each time that it came. */
  readonly statuses: number[] = [];
  gaps = 0;
  readonly #urls: readonly string[];
  #retryMs = RETRY_MS;
  #last: string | undefined;
  #client: StreamClient | undefined;
  #closed = false;

  /** @param urls where it goes, each time that it comes back to the next one */
  constructor(...urls: string[]) {
    this.#urls = urls;
    void this.#run();
  }

  close(): void {
    this.#closed = true;
    this.#client?.close();
  }

  async #run(): Promise<void> {
    for (let tries = 0; !this.#closed; tries++) {
      const url = `${this.#urls[tries % this.#urls.length]}/api/stream?history=1`;
      try {
        const headers = this.#last === undefined ? {} : { 'last-event-id': this.#last };
        const client = await StreamClient.open(url, headers);
        this.#client = client;
        this.statuses.push(client.status);
        // Any other answer than 200 an EventSource takes for the last word.
        if (client.status !== 200) return;
        await Promise.race([this.#read(client), client.ended]);
      } catch {
        // Nobody listens there.
      }
      await delay(this.#retryMs);
    }
  }

  async #read(client: StreamClient): Promise<void> {
    for (;;) {
      const { event, id, retry, data } = await client.next();
      if (retry !== undefined) this.#retryMs = Number(retry);
      if (id !== undefined) this.#last = id;
      if (event === 'tick') this.ids.add(data.id);
      if (event === 'snapshot') for (const tick of data.ticks) this.ids.add(tick.id);
      if (event === 'gap') this.gaps++;
      if (event === 'shutdown') this.farewells.push({ at: performance.now(), ...data });
    }
  }
}
