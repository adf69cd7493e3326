import type { Log, Rules, WatchedRule } from '@ticker/mongo';
import { pause } from './pause.ts';
import { retry } from './retry.ts';

const AGAIN_MS = { least: 50, most: 5_000 } as const;

export type CoolingRule = Pick<WatchedRule, 'id' | 'generation' | 'position'>;

export interface CoolDownsOptions {
  readonly rearm: Rules['rearm'];
  /** See `Standpoint.after`. */
  readonly after: (position: string | null) => Promise<string | null | undefined>;
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
   * @param rule `position`: of the tick that fired it
   * @param ms until it is over; less than 0: it is
   */
  add(rule: CoolingRule, ms: number): void {
    const { id } = rule;
    this.remove(id);
    const ended = new AbortController();
    this.#cooling.set(id, ended);
    const timer = setTimeout(() => void this.#rearm(rule, ended), Math.max(0, ms));
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
  async #rearm({ id, generation, position }: CoolingRule, ended: AbortController): Promise<void> {
    const { rearm, after, log } = this.#options;
    const { signal } = ended;
    for (let wait: number = AGAIN_MS.least; !signal.aborted; wait = Math.min(AGAIN_MS.most, 2 * wait)) {
      const attempt = async (): Promise<boolean> => {
        const from = await after(position);
        return from !== undefined && !signal.aborted && rearm(id, generation, from);
      };
      const armed = await retry(attempt, {
        signal,
        onFailure: ({ message: why }) =>
          log.warn({ rule: id, why }, 'could not arm a rule again: will try again'),
      });
      if (armed) break;
      // Another process did; or by the database's clock it is not over yet; or this one is behind.
      await pause(wait, signal);
    }
    if (this.#cooling.get(id) === ended) this.#cooling.delete(id);
  }
}
