import { type AlertEntry, ALERTS, createClient, type Log, Members, open, Seen, Tail } from '@ticker/mongo';

/** A tail of the alerts that records what it gives: tests wait for a state of the record, never for a time. */
export class RecordedAlerts {
  readonly alerts: AlertEntry[] = [];
  readonly tail: Tail<AlertEntry>;
  readonly #known = new Seen(1_000);
  readonly #stop = new AbortController();
  readonly #close: () => Promise<void>;
  readonly #ended: Promise<void>;
  #waiting: (() => void)[] = [];

  private constructor(tail: ConstructorParameters<typeof Tail>[0], close: () => Promise<void>) {
    const { signal } = this.#stop;
    this.tail = new Tail({ ...tail, known: this.#known, signal }, ALERTS);
    this.#close = close;
    this.#ended = this.#record();
  }

  static async start(uri: string, topic: string, log?: Log): Promise<RecordedAlerts> {
    const client = createClient(uri, 'ticker-test', { heartbeatFrequencyMS: 500 });
    const members = new Members(client);
    await open(client, uri);
    const options = {
      uri,
      client,
      members,
      topic,
      backlogMax: 1_000,
      readConcern: 'majority',
      awaitMs: 20,
      // As the server does: there is no right to it.
      wake: false,
    } as const;
    const unused = { known: new Seen(1), signal: new AbortController().signal };
    return new RecordedAlerts({ ...options, ...unused, ...(log && { log }) }, async () => {
      members.close();
      await client.close();
    });
  }

  /** Resolves with the alerts when there are so many. */
  async until(count: number): Promise<AlertEntry[]> {
    while (this.alerts.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.alerts;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
    await this.#close();
  }

  async #record(): Promise<void> {
    for await (const item of this.tail) {
      if (item.type !== 'ticks') continue;
      this.alerts.push(...item.ticks);
      for (const { id } of item.ticks) this.#known.add(id);
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }
}
