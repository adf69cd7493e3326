import { MessageRate } from './message-rate.ts';

/**
 * Messages of a connection that are read before it is the others' turn. A hundred of a hundred names take 5 ms, and an
 * address may have hundreds of connections.
 */
const TURN = 4;

/** What a client has sent: how fast it may, what of it still waits to be read, and whether it is its turn. */
export class Inbox {
  readonly #rate: MessageRate;
  readonly #onTurn: () => void;
  /** What had left the socket when reading from it was stopped: one chunk of it at most, within the limit of messages. */
  readonly #waiting: string[] = [];
  #left = TURN;

  /**
   * @param now milliseconds, from any origin
   * @param onTurn called when messages may be read again, after the others' turn
   */
  constructor(now: number, onTurn: () => void) {
    this.#rate = new MessageRate(now);
    this.#onTurn = onTurn;
  }

  /** Counts one more message or control frame; false where it is more than the limit allows. */
  admit(now: number): boolean {
    return this.#rate.take(now);
  }

  push(text: string): void {
    this.#waiting.push(text);
  }

  /** Whether messages may be read, if there are any: not while it is the others' turn. */
  get isOpen(): boolean {
    return this.#left > 0;
  }

  /** The next message that may be read now. */
  take(): string | undefined {
    if (!this.isOpen || this.#waiting.length === 0) return undefined;
    if (this.#left === TURN) {
      setImmediate(() => {
        this.#left = TURN;
        this.#onTurn();
      });
    }
    this.#left--;
    return this.#waiting.shift();
  }
}
