import type { Rule, Rules } from '@ticker/mongo';
import type { Delivery } from '@ticker/protocol';

/** An answer is given for this long, in milliseconds. */
const FRESH_MS = 500;

/** A rule, and what became of its last alert. */
export interface ListedRule {
  readonly rule: Rule;
  readonly delivery: Delivery | undefined;
}

/**
 * Lists of rules, for whoever asks: each open page asks every few seconds, and after each alert. Those who ask for the
 * same share one answer.
 */
export class RuleLists {
  readonly #rules: Pick<Rules, 'list' | 'deliveries'>;
  /** By owner, and ticker. */
  readonly #lists = new Map<string | null, Map<string | undefined, Promise<ListedRule[]>>>();

  constructor(rules: Pick<Rules, 'list' | 'deliveries'>) {
    this.#rules = rules;
  }

  /** How many answers are kept. */
  get size(): number {
    return [...this.#lists.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * An owner's rules, of one ticker or all, the newest first. What other processes do is known half a second later.
   *
   * @throws MongoError
   */
  newest(owner: string | null, ticker?: string): Promise<readonly ListedRule[]> {
    const known = this.#lists.get(owner)?.get(ticker);
    if (known) return known;
    const lists = this.#lists.get(owner) ?? new Map<string | undefined, Promise<ListedRule[]>>();
    const read = this.#read(owner, ticker);
    this.#lists.set(owner, lists.set(ticker, read));
    const forget = (): void => {
      if (lists.get(ticker) === read) lists.delete(ticker);
      if (lists.size === 0 && this.#lists.get(owner) === lists) this.#lists.delete(owner);
    };
    // One that failed is no answer for the next.
    read.then(() => setTimeout(forget, FRESH_MS).unref(), forget);
    return read;
  }

  /** Something of the owner's rules is changed by us: to be called when it is done, however that ended. */
  drop(owner: string | null): void {
    this.#lists.delete(owner);
  }

  async #read(owner: string | null, ticker: string | undefined): Promise<ListedRule[]> {
    const rules = await this.#rules.list(owner, ticker);
    const deliveries = await this.#rules.deliveries(rules);
    return rules.map((rule) => ({ rule, delivery: deliveries.get(rule.id) }));
  }
}
