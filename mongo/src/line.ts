import { MongoNetworkError, MongoNetworkTimeoutError, type MongoClient } from 'mongodb';

/** An answer that is under way when a connection closes comes within this, in milliseconds, or not at all. */
const GRACE_MS = 100;

/**
 * The connections by which a cursor's questions go.
 *
 * The driver tells nobody that a question failed before it has asked the same member to forget the cursor, and it tries to
 * reach that one for as long as it may look for a server: a tail left a member that was killed 3.4 s later, and a silent one after
 * 6 s. Which connection a question went by can't be known; so one that closes counts only where no answer follows.
 */
export class Line {
  readonly #client: MongoClient;

  /** @param client whose connections they are, of one member */
  constructor(client: MongoClient) {
    this.#client = client;
  }

  /**
   * The answer to a question that has just been sent.
   *
   * @throws what it throws; MongoNetworkTimeoutError or MongoNetworkError soon after its connection was closed
   */
  async answer<Answer>(question: Promise<Answer>): Promise<Answer> {
    const asked = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let closed: (() => void) | undefined;
    const lost = new Promise<never>((_, reject) => {
      closed = () => {
        const error = this.#error(performance.now() - asked);
        timer ??= setTimeout(() => reject(error), GRACE_MS);
      };
      this.#client.on('connectionClosed', closed);
    });
    try {
      return await Promise.race([question, lost]);
    } finally {
      clearTimeout(timer);
      this.#client.off('connectionClosed', closed!);
      // What the driver says later nobody looks at any more.
      question.catch(() => {});
    }
  }

  /** @param ms how long the question had waited when a connection was closed */
  #error(ms: number): Error {
    const silence = this.#client.options.socketTimeoutMS;
    if (silence > 0 && ms >= 0.9 * silence)
      return new MongoNetworkTimeoutError(`the member has not answered for ${Math.round(ms)} ms`);
    return new MongoNetworkError('the connection to the member was closed');
  }
}
