import { Refusal } from '../refusal.ts';

export interface TurnsOptions {
  /** How many may be at it at a time, and of one client. */
  readonly atOnce: number;
  readonly atOnceEach: number;
  /** How many may wait, and of one client; and how long, in milliseconds. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** None: as long as it takes. */
  readonly patienceMs?: number;
  /** What is thrown where too many wait, or the turn did not come in time. By default a Refusal `busy`. */
  readonly busy?: () => Error;
}

/** Who asks for a turn. */
export interface Asker {
  /** What counts as one client: its address. */
  readonly client: string;
  /** Aborts when it has gone. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly client: string;
  readonly begin: () => void;
}

/**
 * Has pieces of work take turns, in the order in which they come, but of one client only some at a time: so nobody can
 * pile up work, or keep the others from theirs.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Map<string, number>();
  #total = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Does the work when its turn has come.
   *
   * @throws `busy`'s; the signal's reason; what `work` throws
   */
  async run<T>({ client, signal }: Asker, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isFree(client)) this.#enter(client);
    else await this.#turn(client, signal);
    try {
      return await work();
    } finally {
      this.#leave(client);
    }
  }

  #isFree(client: string): boolean {
    const { atOnce, atOnceEach } = this.#options;
    return this.#total < atOnce && (this.#running.get(client) ?? 0) < atOnceEach;
  }

  #enter(client: string): void {
    this.#total++;
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1);
  }

  /** The next one takes the place over, so that nobody who comes now can be before it. */
  #leave(client: string): void {
    this.#total--;
    const left = this.#running.get(client)! - 1;
    if (left > 0) this.#running.set(client, left);
    else this.#running.delete(client);
    for (const next of this.#waiting) {
      if (this.#isFree(next.client)) return next.begin();
    }
  }

  async #turn(client: string, signal: AbortSignal): Promise<void> {
    const { waiting, waitingEach, patienceMs, busy = tooMany } = this.#options;
    const own = [...this.#waiting].filter((other) => other.client === client).length;
    if (this.#waiting.size >= waiting || own >= waitingEach) throw busy();
    await new Promise<void>((resolve, reject) => {
      const place: Waiting = {
        client,
        begin: () => {
          leave();
          this.#enter(client);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting.delete(place);
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
      };
      const gone = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      const timer =
        patienceMs === undefined
          ? undefined
          : setTimeout(() => {
              leave();
              reject(busy());
            }, patienceMs);
      signal.addEventListener('abort', gone);
      this.#waiting.add(place);
    });
  }
}

function tooMany(): Refusal {
  return new Refusal(503, 'busy', 'too many questions about older ticks wait for the database: try again');
}
