import {
  append,
  type connect,
  ensureTopic,
  type NewTick,
  type TopicBounds,
  TopicDropped,
  type TopicInfo,
} from '@ticker/mongo';
import { explainRefusal } from './refusal.ts';

export interface WriterOptions {
  readonly client: Awaited<ReturnType<typeof connect>>;
  readonly bounds: TopicBounds;
  readonly signal: AbortSignal;
  /** Told that MongoDB can't be written to, and why; told again, with undefined, when it can. */
  readonly onWaiting: (why: string | undefined) => void;
  /** Told in words what a person should know: the topic was made, or lacks its index. */
  readonly onNote: (note: string) => void;
}

/** Writes ticks into a topic, which it makes where it is missing, or was dropped. */
export class Writer {
  readonly #options: WriterOptions;
  #topic: TopicInfo;

  private constructor(options: WriterOptions, topic: TopicInfo) {
    this.#options = options;
    this.#topic = topic;
  }

  /** @throws TopicMismatch when the topic is there but not as asked */
  static async open(options: WriterOptions): Promise<Writer> {
    return new Writer(options, await topicOf(options));
  }

  /**
   * Appends ticks in their order; waits for as long as MongoDB is away.
   *
   * @returns false when the signal aborted before it was known that all are in the topic
   */
  async write(ticks: readonly NewTick[]): Promise<boolean> {
    const { client, signal, onWaiting, onNote } = this.#options;
    let waiting = false;
    const onRetry = ({ message }: Error): void => {
      if (!waiting) onWaiting(message);
      waiting = true;
    };
    for (;;) {
      try {
        const appended = await append(client, this.#topic, ticks, { signal, onRetry });
        if (waiting && appended) onWaiting(undefined);
        return appended;
      } catch (error) {
        if (!(error instanceof TopicDropped)) throw explainRefusal(error, this.#topic.name);
        onNote(error.message);
        this.#topic = await topicOf(this.#options);
      }
    }
  }
}

async function topicOf({ client, bounds, onNote }: WriterOptions): Promise<TopicInfo> {
  const topic = await ensureTopic(client, bounds).catch((error: unknown) => {
    throw explainRefusal(error, bounds.name);
  });
  if (topic.created) onNote(`made the topic ${topic.name}`);
  if (topic.warning) onNote(topic.warning);
  return topic;
}
