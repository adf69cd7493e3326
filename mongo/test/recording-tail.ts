import type { Tick } from '@ticker/protocol';
import {
  createClient,
  Members,
  type MembersOptions,
  open,
  Seen,
  Tail,
  type TailItem,
  type TailOptions,
} from '@ticker/mongo';

/** A tail that records what it gives, for tests: they wait for a state of the record, never for a time. */
export class RecordingTail {
  readonly ticks: Tick[] = [];
  readonly items: TailItem[] = [];
  readonly members: Members;
  readonly tail: Tail;
  readonly #stop = new AbortController();
  readonly #seen: Seen;
  readonly #close: () => Promise<void>;
  readonly #waiting = new Set<() => void>();
  #ended: Promise<void> | undefined;
  #paused: Promise<void> | undefined;
  #unpause: (() => void) | undefined;

  private constructor(options: TailOptions, seen: Seen, close: () => Promise<void>) {
    this.members = options.members;
    this.#seen = seen;
    this.#close = close;
    this.tail = new Tail({ ...options, signal: this.#stop.signal });
  }

  /** A tail of the topic that has not begun to read: call {@link run}. */
  static async create(
    uri: string,
    topic: string,
    options: Partial<TailOptions> & MembersOptions = {},
  ): Promise<RecordingTail> {
    const client = createClient(uri, 'ticker-test', { heartbeatFrequencyMS: 500, connectTimeoutMS: 2_000 });
    const members = new Members(client, options);
    await open(client, uri);
    const { backlogMax = 100_000 } = options;
    const seen = new Seen(backlogMax);
    return new RecordingTail(
      {
        uri,
        client,
        members,
        topic,
        backlogMax,
        known: seen,
        readConcern: 'majority',
        awaitMs: 20,
        signal: new AbortController().signal,
        ...options,
      },
      seen,
      async () => {
        members.close();
        await client.close();
      },
    );
  }

  static async start(...parameters: Parameters<typeof RecordingTail.create>): Promise<RecordingTail> {
    const tail = await RecordingTail.create(...parameters);
    tail.run();
    return tail;
  }

  run(): void {
    this.#ended = this.#record();
  }

  get ids(): string[] {
    return this.ticks.map(({ id }) => id);
  }

  get prices(): number[] {
    return this.ticks.map(({ price }) => price);
  }

  get gaps(): number {
    return this.items.filter(({ type }) => type === 'gap').length;
  }

  /** Resolves once the condition holds; looked at after every item, and every change of the tail's member. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      const changed = new AbortController();
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          changed.abort();
          resolve();
        };
        this.#waiting.add(wake);
        // The status has no event of its own: it is read again with every news of the set, twice a second.
        void this.members.changed(changed.signal).then(wake);
      });
    }
  }

  /** Stops asking for items: a reader that has stalled. */
  pause(): void {
    this.#paused = new Promise((resolve) => (this.#unpause = resolve));
  }

  resume(): void {
    this.#paused = undefined;
    this.#unpause?.();
  }

  async stop(): Promise<void> {
    this.resume();
    this.#stop.abort();
    await this.#ended;
    await this.#close();
  }

  async #record(): Promise<void> {
    for await (const item of this.tail) {
      this.items.push(item);
      if (item.type === 'ticks') {
        for (const tick of item.ticks) this.#seen.add(tick.id);
        this.ticks.push(...item.ticks);
      }
      if (item.type === 'gap' && item.recreated) this.#seen.clear();
      for (const wake of this.#waiting) wake();
      if (this.#paused) await this.#paused;
    }
  }
}
