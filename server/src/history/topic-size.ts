import { ReadFailed, type TopicStats } from '@ticker/mongo';

const PATIENCE_MS = 2_000;

/**
 * How large the topic is. While the database is away, what was known last: of a topic that fits in the backlog
 * everything is still answered from there. One question is asked at a time, and nobody waits for one that is late.
 */
export class TopicSize {
  readonly #ask: () => Promise<TopicStats | undefined>;
  #asking: Promise<void> | undefined;
  #late: Promise<void> | undefined;
  #known: { readonly stats: TopicStats | undefined } | undefined;
  #failure: unknown;

  constructor(ask: () => Promise<TopicStats | undefined>) {
    this.#ask = ask;
  }

  /**
   * @returns undefined where there is no topic
   * @throws ReadFailed when the database is away, and never said
   */
  async get(): Promise<TopicStats | undefined> {
    const asking = (this.#asking ??= this.#question());
    if (this.#late !== asking && !(await within(PATIENCE_MS, asking))) this.#late = asking;
    if (this.#known) return this.#known.stats;
    throw new ReadFailed('unavailable', 'the size of the topic is not known', { cause: this.#failure });
  }

  async #question(): Promise<void> {
    try {
      this.#known = { stats: await this.#ask() };
    } catch (error) {
      this.#failure = error;
    }
    this.#asking = undefined;
  }
}

async function within(ms: number, promise: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)));
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
