import { Refusal } from './refusal.ts';

export interface TurnsOptions {
  /** How many may be at it at a time. */
  readonly atOnce: number;
  /** How many may wait, and how long, in milliseconds. */
  readonly waiting: number;
  readonly patienceMs: number;
}

/** Has pieces of work take turns, in the order in which they come: so no client can pile up work. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Does the work when its turn has come.
   *
   * @param signal of who asked: whoever has gone loses its place
   * @throws Refusal `busy` where too many wait, or the turn did not come in time; the signal's reason; what `work` throws
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running < this.#options.atOnce) this.#running++;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      // The next one takes the place over, so that nobody who comes now can be before it.
      const [next] = this.#waiting;
      if (next) next();
      else this.#running--;
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { waiting, patienceMs } = this.#options;
    if (this.#waiting.size >= waiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(begin);
        clearTimeout(timer);
        signal.removeEventListener('abort', gone);
      };
      const begin = (): void => {
        leave();
        resolve();
      };
      const gone = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        leave();
        reject(busy());
      }, patienceMs);
      signal.addEventListener('abort', gone);
      this.#waiting.add(begin);
    });
  }
}

function busy(): Refusal {
  return new Refusal(503, 'busy', 'too many questions about older ticks wait for the database: try again');
}
