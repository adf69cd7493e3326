import { setImmediate as turn } from 'node:timers/promises';
import type { Match, Rule } from '@ticker/mongo';
import { EVERY_TICKER } from '@ticker/protocol';
import type { Hub } from '../hub/hub.ts';
import type { Evaluator, JoiningRule } from './evaluator.ts';
import { pause } from './pause.ts';

/** Look-ups at once: after a long absence of all processes each rule may have a position of its own. */
const LOOKUPS = 8;
/** How long a tick that exists is waited for before it is asked again whether it does. */
const ARRIVAL_MS = 5_000;
/** A primary that can't be asked is asked again after this. */
const AGAIN_MS = 500;

/** A rule that is armed, with where it was. */
export type PlacedRule = Pick<Rule, 'id' | 'generation' | 'ticker' | 'condition' | 'position'>;

export interface ArmingOptions {
  readonly hub: Pick<Hub, 'backlog' | 'arrival'>;
  readonly evaluator: Evaluator;
  /** See `SessionContext.exists`: whether a tick is in the topic, by the primary's word. */
  readonly exists: (id: string, tickers: typeof EVERY_TICKER) => Promise<boolean | undefined>;
  /** Whether this process has all ticks that are older than a few seconds: its tail reads, from a member that is not behind. */
  readonly isCurrent: () => boolean;
  /** What the ticks that are held already fire. */
  readonly onMatches: (matches: readonly Match[]) => void;
  /** Whether the rule is still armed, at this generation. */
  readonly isArmed: (rule: PlacedRule) => boolean;
}

/**
 * Has rules evaluated from the tick on that was the newest when they were armed, by whichever process. A fill brings
 * ticks that are older, and these must fire nothing.
 */
export class Arming {
  readonly #options: ArmingOptions;
  readonly #stop = new AbortController();
  /** Rules whose position is not held, by position. */
  readonly #waiting = new Map<string, PlacedRule[]>();
  /** Positions that have not been asked for yet. */
  readonly #asking: string[] = [];
  #lookups = 0;
  #joining: Promise<void> = Promise.resolve();

  constructor(options: ArmingOptions) {
    this.#options = options;
  }

  /** Rules that wait for their position. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Takes up armed rules. To be called when the first fill is done. */
  arm(rules: readonly PlacedRule[]): void {
    const { backlog } = this.#options.hub;
    const joining: JoiningRule[] = [];
    for (const rule of rules) {
      const { position } = rule;
      const at = position === null ? -1 : backlog.position(position);
      if (at !== undefined) joining.push({ rule, from: at + 1 });
      else this.#wait(position!, rule);
    }
    if (joining.length > 0) this.#join(joining);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** One after the other: what one group has to keep is there for the next. */
  #join(joining: readonly JoiningRule[]): void {
    this.#joining = this.#joining.then(async () => {
      const { evaluator, isArmed, onMatches } = this.#options;
      const armed = joining.filter(({ rule }) => isArmed(rule as PlacedRule));
      for (const matches of evaluator.join(armed)) {
        onMatches(matches);
        await turn();
        if (this.#stop.signal.aborted) return;
      }
    });
  }

  #wait(position: string, rule: PlacedRule): void {
    const waiting = this.#waiting.get(position);
    if (waiting) {
      waiting.push(rule);
      return;
    }
    this.#waiting.set(position, [rule]);
    this.#asking.push(position);
    if (this.#lookups < LOOKUPS) void this.#lookUp();
  }

  async #lookUp(): Promise<void> {
    this.#lookups++;
    for (let id = this.#asking.shift(); id !== undefined; id = this.#asking.shift()) {
      const exists = await this.#ask(id);
      // It was overwritten: whatever is held is newer, unless this process is that far behind.
      if (!exists && this.#options.isCurrent()) this.#resolve(id);
      else void this.#arrival(id);
    }
    this.#lookups--;
  }

  /** Whether the tick is in the topic. Asked until somebody can say. */
  async #ask(id: string): Promise<boolean> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const exists = await this.#options.exists(id, EVERY_TICKER);
      if (exists !== undefined) return exists;
      await pause(AGAIN_MS, signal);
    }
    return false;
  }

  /**
   * Waits for a tick that exists: "not here yet" is not "gone". Or it is older than what this process holds of the
   * topic: so it is when it exists, and has not come while this process was current all the time; and when it does not
   * exist any more, and this process is current.
   */
  async #arrival(id: string): Promise<void> {
    const { hub, isCurrent } = this.#options;
    const { signal } = this.#stop;
    for (;;) {
      const before = isCurrent();
      await hub.arrival(id, EVERY_TICKER, AbortSignal.any([signal, AbortSignal.timeout(ARRIVAL_MS)]));
      if (signal.aborted) return;
      const held = hub.backlog.position(id) !== undefined;
      if (held || (isCurrent() && (before || !(await this.#ask(id))))) return this.#resolve(id);
    }
  }

  #resolve(id: string): void {
    const rules = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    if (this.#stop.signal.aborted) return;
    const from = (this.#options.hub.backlog.position(id) ?? -1) + 1;
    this.#join(rules.map((rule) => ({ rule, from })));
  }
}
