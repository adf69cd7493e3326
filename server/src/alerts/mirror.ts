import type { RulesNews, WatchedRule } from '@ticker/mongo';
import type { Arming, PlacedRule } from './arming.ts';
import type { CoolDowns } from './cool-downs.ts';
import type { Evaluator } from './evaluator.ts';

export interface MirrorOptions {
  readonly evaluator: Pick<Evaluator, 'remove' | 'disarm'>;
  readonly arming: Pick<Arming, 'arm'>;
  readonly coolDowns: Pick<CoolDowns, 'add' | 'remove'>;
}

/** What this process knows of the rules that are armed or cool down, as the database has them. */
export class Mirror {
  readonly #options: MirrorOptions;
  /** By id: the generation, and whether it is armed. */
  readonly #rules = new Map<string, Pick<WatchedRule, 'generation' | 'coolingMs'>>();

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#rules.size;
  }

  isArmed({ id, generation }: Pick<PlacedRule, 'id' | 'generation'>): boolean {
    const known = this.#rules.get(id);
    return known?.generation === generation && known.coolingMs === null;
  }

  take(news: RulesNews): void {
    const listed = new Set(news.rules.map(({ id }) => id));
    const removed =
      news.type === 'all' ? [...this.#rules.keys()].filter((id) => !listed.has(id)) : news.removed;
    for (const id of removed) this.#remove(id);
    const armed: WatchedRule[] = [];
    for (const rule of news.rules) {
      const { id, generation, coolingMs } = rule;
      // Fired here perhaps, and on its way; or read anew: it grows with whatever concerns us. Late news are old.
      if ((this.#rules.get(id)?.generation ?? -Infinity) >= generation) continue;
      this.#rules.set(id, { generation, coolingMs });
      this.#options.coolDowns.remove(id);
      // Until it has joined it must not fire by what it was.
      this.#options.evaluator.disarm(id);
      if (coolingMs === null) armed.push(rule);
      else this.#options.coolDowns.add(rule, coolingMs);
    }
    if (armed.length > 0) this.#options.arming.arm(armed);
  }

  #remove(id: string): void {
    this.#rules.delete(id);
    this.#options.coolDowns.remove(id);
    this.#options.evaluator.remove(id);
  }
}
