import type { Log, Rules } from '@ticker/mongo';
import { pause } from './pause.ts';
import { retry } from './retry.ts';

const AGAIN_MS = { least: 50, most: 5_000 } as const;

export interface CoolDownsOptions {
  readonly rearm: Rules['rearm'];
  /** Id of the newest tick that is held, of any ticker; null: none is. */
  readonly position: () => string | null;
  readonly log: Log;
}

/** Arms rules again when their cool-down is over. All processes do; the first one's counts. */
export class CoolDowns {
  readonly #options: CoolDownsOptions;
  readonly #cooling = new Map<string, AbortController>();

  constructor(options: CoolDownsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#cooling.size;
  }

  /**
   * A rule cools down.
   *
   * @param ms until it is over; less than 0: it is
   */
  add(id: string, generation: number, ms: number): void {
    this.remove(id);
    const ended = new AbortController();
    this.#cooling.set(id, ended);
    const timer = setTimeout(() => void this.#rearm(id, generation, ended), Math.max(0, ms));
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** A rule does not cool down any more. */
  remove(id: string): void {
    this.#cooling.get(id)?.abort();
    this.#cooling.delete(id);
  }

  stop(): void {
    for (const id of this.#cooling.keys()) this.remove(id);
  }

  /** Until the rule is armed, by whomever: then the mirror hears of it, and ends this. */
  async #rearm(id: string, generation: number, ended: AbortController): Promise<void> {
    const { rearm, position, log } = this.#options;
    const { signal } = ended;
    for (let wait: number = AGAIN_MS.least; !signal.aborted; wait = Math.min(AGAIN_MS.most, 2 * wait)) {
      const armed = await retry(() => rearm(id, generation, position()), {
        signal,
        onFailure: ({ message: why }) =>
          log.warn({ rule: id, why }, 'could not arm a rule again: will try again'),
      });
      if (armed) break;
      // Another process did; or by the database's clock it is not over yet.
      await pause(wait, signal);
    }
    if (this.#cooling.get(id) === ended) this.#cooling.delete(id);
  }
}
