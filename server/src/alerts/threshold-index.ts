import type { ArmedRule } from './armed-rule.ts';

interface Entry {
  readonly threshold: number;
  readonly rule: ArmedRule;
}

/**
 * Rules in the order of their thresholds, so that those that a price reaches lie side by side: they are found without
 * looking at any other.
 */
export class ThresholdIndex {
  #entries: Entry[] = [];
  /** How many rules were looked at, by searches too. For tests: it must not grow with the number of rules. */
  probes = 0;

  get size(): number {
    return this.#entries.length;
  }

  get rules(): ArmedRule[] {
    return this.#entries.map(({ rule }) => rule);
  }

  add(rule: ArmedRule, threshold: number): void {
    this.#entries.splice(this.#find(threshold, rule.id), 0, { threshold, rule });
  }

  /** @returns false when it was not there */
  remove(rule: ArmedRule, threshold: number): boolean {
    const at = this.#find(threshold, rule.id);
    if (this.#entries[at]?.rule.id !== rule.id) return false;
    this.#entries.splice(at, 1);
    return true;
  }

  /** Takes out the rules with `threshold < limit`. */
  takeBelow(limit: number): ArmedRule[] {
    return this.#take(0, this.#find(limit));
  }

  /** Takes out the rules with `threshold <= limit`. */
  takeUpTo(limit: number): ArmedRule[] {
    return this.#take(0, this.#find(limit, AFTER));
  }

  /** Takes out the rules with `threshold > limit`. */
  takeAbove(limit: number): ArmedRule[] {
    return this.#take(this.#find(limit, AFTER), this.#entries.length);
  }

  /** Takes out the rules with `from <= threshold < to`. */
  takeFrom(from: number, to: number): ArmedRule[] {
    return this.#take(this.#find(from), this.#find(to));
  }

  /** Takes out the rules with `from < threshold <= to`. */
  takeAfter(from: number, to: number): ArmedRule[] {
    return this.#take(this.#find(from, AFTER), this.#find(to, AFTER));
  }

  #take(from: number, to: number): ArmedRule[] {
    if (from >= to) return [];
    this.probes += to - from;
    return this.#entries.splice(from, to - from).map(({ rule }) => rule);
  }

  /**
   * Where the first entry is that does not come before this threshold and id. Of equal thresholds the ids decide: so
   * one of thousands of rules at a round price is found as fast as any.
   */
  #find(threshold: number, id = ''): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle]!;
      this.probes++;
      if (entry.threshold < threshold || (entry.threshold === threshold && entry.rule.id < id)) {
        low = middle + 1;
      } else high = middle;
    }
    return low;
  }
}

/** Comes after every id. */
const AFTER = '\uffff';
