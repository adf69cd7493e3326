import type { Match } from '@ticker/mongo';
import type { Backlog } from '../hub/backlog.ts';
import type { ArmedRule } from './armed-rule.ts';
import { heldPositions } from './held-positions.ts';
import { RuleIndex } from './rule-index.ts';

/** See {@link Evaluator}: of 2 000 ticks and rules each slice takes 5 to 10 ms. */
const SLICE = 2_000;

/** A rule that is to be evaluated from a position of the backlog on. */
export interface JoiningRule {
  readonly rule: ArmedRule;
  /** The first tick that may fire it; what the backlog has forgotten of it is left out. */
  readonly from: number;
}

/**
 * Tells which rules a tick fires. Pure: it reads the backlog, and nobody waits for it. A rule fires once; whoever wants
 * it evaluated again has it join again, and whoever does not removes it.
 */
export class Evaluator {
  readonly #backlog: Backlog;
  readonly #now: () => number;
  readonly #slice: number;
  readonly #index: RuleIndex;
  /** Rules whose past is being looked at. */
  readonly #joining = new Map<string, ArmedRule>();
  #next: number;
  /** Ticks that the backlog forgot before they could be looked at. */
  missed = 0;

  /**
   * @param now milliseconds since 1970
   * @param slice ticks and rules that a replay looks at before it is the others' turn
   */
  constructor(backlog: Backlog, now: () => number, slice = SLICE) {
    this.#backlog = backlog;
    this.#now = now;
    this.#slice = slice;
    this.#index = new RuleIndex(backlog, now);
    this.#next = backlog.next;
  }

  /** Rules that are evaluated, or will be when their past has been looked at. */
  get size(): number {
    return this.#index.size + this.#joining.size;
  }

  get probes(): number {
    return this.#index.probes;
  }

  get kept(): number {
    return this.#index.kept;
  }

  /** Whether it has this rule of this generation. */
  has({ id, generation }: Pick<ArmedRule, 'id' | 'generation'>): boolean {
    return (this.#joining.get(id) ?? this.#index.get(id))?.generation === generation;
  }

  /**
   * Evaluates the ticks that came since the last call. To be called after each time that ticks were appended, at once.
   */
  evaluate(): Match[] {
    const backlog = this.#backlog;
    const from = Math.max(this.#next, backlog.first);
    this.missed += from - this.#next;
    this.#next = backlog.next;
    if (this.#index.isEmpty) return [];
    const matches: Match[] = [];
    for (let position = from; position < backlog.next; position++) {
      for (const match of this.#index.evaluate(backlog.at(position), position)) matches.push(match);
    }
    return matches;
  }

  /**
   * Takes rules up, each in place of the one that has its id: first those ticks are looked at that came before the rule
   * did, in slices that don't hold others up; then it is evaluated with every tick.
   *
   * @returns what each slice fires; in between other things may happen, more ticks and the rules' removal included
   */
  *join(joining: readonly JoiningRule[]): Generator<Match[], void, void> {
    const byTicker = new Map<string, JoiningRule[]>();
    for (const one of joining) {
      this.#index.disarm(one.rule.id);
      this.#joining.set(one.rule.id, one.rule);
      const ofTicker = byTicker.get(one.rule.ticker);
      if (ofTicker) ofTicker.push(one);
      else byTicker.set(one.rule.ticker, [one]);
    }
    let matches: Match[] = [];
    let left = this.#slice;
    for (const [ticker, rules] of byTicker) {
      const past = new Past(this.#backlog, this.#now, ticker, rules);
      for (;;) {
        const read = past.read + this.#index.read;
        const fired = past.step(this.#next);
        // A rule may have been removed, or replaced, since.
        for (const match of fired ?? []) if (this.#joined(match)) matches.push(match);
        if (!fired) {
          const rule = past.take();
          if (!rule) break;
          if (this.#joined(rule)) this.#index.add(rule, this.#next);
        }
        left -= 1 + past.read + this.#index.read - read;
        if (left > 0) continue;
        yield matches;
        matches = [];
        left = this.#slice;
      }
    }
    yield matches;
  }

  /** A rule fires no more, until it joins again, as it is expected to. */
  disarm(id: string): void {
    this.#joining.delete(id);
    this.#index.disarm(id);
  }

  /** A rule is gone. */
  remove(id: string): void {
    this.#joining.delete(id);
    this.#index.remove(id);
  }

  /** The rule's past has been looked at. @returns false where it is not to be evaluated any more */
  #joined({ id, generation }: Pick<ArmedRule, 'id' | 'generation'>): boolean {
    return this.#joining.get(id)?.generation === generation && this.#joining.delete(id);
  }
}

/** The ticks of one ticker before now, and the rules that join at one or the other of them. */
class Past {
  readonly #backlog: Backlog;
  readonly #index: RuleIndex;
  /** The one that joins last comes first. */
  readonly #waiting: JoiningRule[];
  readonly #ticker: string;
  #positions: Iterator<number, void>;
  /** The next tick to be looked at, where it is known already. */
  #ahead: number | undefined;
  #from: number;

  constructor(backlog: Backlog, now: () => number, ticker: string, rules: readonly JoiningRule[]) {
    this.#backlog = backlog;
    this.#index = new RuleIndex(backlog, now);
    this.#waiting = rules.toSorted((a, b) => b.from - a.from);
    for (const { rule } of rules) this.#index.expect(rule);
    this.#ticker = ticker;
    this.#from = this.#begin;
    this.#positions = heldPositions(backlog, ticker, this.#from, Infinity);
  }

  /**
   * Has one more rule join, or looks at one more tick before `next`.
   *
   * @returns what the tick fires; undefined when there is neither
   */
  step(next: number): Match[] | undefined {
    if (this.#index.size === 0 && this.#waiting.length === 0) return undefined;
    const position = (this.#ahead ??= this.#positions.next().value ?? undefined);
    if (position === undefined) {
      // More may come before all rules have been taken out.
      this.#positions = heldPositions(this.#backlog, this.#ticker, this.#from, Infinity);
      return undefined;
    }
    if (position >= next) return undefined;
    if (this.#begin <= position) {
      this.#index.add(this.#waiting.pop()!.rule, position);
      return [];
    }
    this.#ahead = undefined;
    this.#from = position + 1;
    return this.#index.evaluate(this.#backlog.at(position), position);
  }

  /** See {@link RuleIndex.read}. */
  get read(): number {
    return this.#index.read;
  }

  /** Takes out a rule that nothing has fired; undefined when there is none. */
  take(): ArmedRule | undefined {
    const [rule] = this.#index.rules;
    if (!rule) return this.#waiting.pop()?.rule;
    this.#index.remove(rule.id);
    return rule;
  }

  /** Where the next rule joins. */
  get #begin(): number {
    return this.#waiting.at(-1)?.from ?? Infinity;
  }
}
