import type { Tick } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';
import { SKEW_MS } from '../history/clocks.ts';
import { type Kind, kindOf, move, thresholdOf, windowOf } from './condition.ts';
import { heldPositions, previousPrice } from './held-positions.ts';
import { MoveRange } from './move-range.ts';
import { ThresholdIndex } from './threshold-index.ts';
import type { ArmedRule } from './armed-rule.ts';

/** Rules of one kind, and what has to be kept for them. */
interface Group {
  readonly rules: ThresholdIndex;
  readonly range: MoveRange | undefined;
}

/**
 * The rules of one ticker. What is kept of its ticks is kept while a rule needs it: the price before for those that
 * cross, the extremes of each length of time for those that move. To find the extremes the backlog has to be read, so
 * they are kept for rules that are expected too, such as one that cools down.
 */
export class TickerRules {
  readonly #name: string;
  readonly #backlog: Backlog;
  readonly #now: () => number;
  readonly #groups = new Map<Kind, Group>();
  readonly #expected = new Map<Kind, number>();
  #previous: number | undefined;
  /** The topic that it is of: see `Backlog.begin`. */
  #begin: number;

  constructor(name: string, backlog: Backlog, now: () => number) {
    this.#name = name;
    this.#backlog = backlog;
    this.#begin = backlog.begin;
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0 && this.#expected.size === 0;
  }

  get probes(): number {
    return [...this.#groups.values()].reduce((sum, { rules }) => sum + rules.probes, 0);
  }

  get kept(): number {
    const ranges = [...this.#groups.values()].reduce((sum, { range }) => sum + (range?.size ?? 0), 0);
    return ranges + Number(this.#previous !== undefined);
  }

  expect({ condition }: ArmedRule): void {
    const kind = kindOf(condition);
    this.#expected.set(kind, (this.#expected.get(kind) ?? 0) + 1);
  }

  unexpect({ condition }: ArmedRule): void {
    const kind = kindOf(condition);
    const left = this.#expected.get(kind)! - 1;
    if (left > 0) this.#expected.set(kind, left);
    else this.#expected.delete(kind);
    this.tidy();
  }

  /**
   * @param position of the next tick
   * @returns how many ticks of the past were read for it
   */
  add(rule: ArmedRule, position: number): number {
    const kind = kindOf(rule.condition);
    this.#renew();
    let group = this.#groups.get(kind);
    let read = 0;
    if (!group) {
      if (isCrossing(kind)) this.#previous ??= previousPrice(this.#backlog, this.#name, position);
      const length = windowOf(kind);
      const range = length === undefined ? undefined : new MoveRange(length);
      if (range) read = this.#readPast(range, position);
      group = { rules: new ThresholdIndex(), range };
      this.#groups.set(kind, group);
    }
    group.rules.add(rule, thresholdOf(rule.condition));
    return read;
  }

  remove(rule: ArmedRule): void {
    this.#groups.get(kindOf(rule.condition))?.rules.remove(rule, thresholdOf(rule.condition));
    this.tidy();
  }

  /** Takes out the rules that this tick fires. Call {@link tidy} when it is known which of them are expected again. */
  evaluate(tick: Tick, position: number): ArmedRule[] {
    const fired: ArmedRule[] = [];
    this.#renew();
    for (const [kind, group] of this.#groups) {
      for (const rule of this.#take(kind, group, tick, position)) fired.push(rule);
    }
    if (this.#crosses) this.#previous = tick.price;
    return fired;
  }

  /** Throws away what no rule needs. */
  tidy(): void {
    for (const [kind, { rules, range }] of this.#groups) {
      if (rules.size === 0 && !(range && this.#expected.has(kind))) this.#groups.delete(kind);
    }
    if (!this.#crosses) this.#previous = undefined;
  }

  /** A topic that was made anew begins without a price before. */
  #renew(): void {
    const { begin } = this.#backlog;
    if (begin !== this.#begin) this.#previous = undefined;
    this.#begin = begin;
  }

  #take(kind: Kind, { rules, range }: Group, tick: Tick, position: number): ArmedRule[] {
    const { price } = tick;
    const before = this.#previous;
    if (range) {
      const moved = this.#moved(range, tick, position);
      return moved === undefined ? [] : rules.takeUpTo(moved);
    }
    if (kind === 'above') return rules.takeBelow(price);
    if (kind === 'below') return rules.takeAbove(price);
    if (before === undefined) return [];
    return kind === 'crosses_up' ? rules.takeFrom(before, price) : rules.takeAfter(price, before);
  }

  /** The part of it by which the price has moved at most; undefined where this tick says nothing of it. */
  #moved(range: MoveRange, { time, price }: Tick, position: number): number | undefined {
    if (!this.#counts(time, price)) return undefined;
    if (!range.add(time, price, position, this.#backlog.first)) return undefined;
    const { extremes } = range;
    return extremes && Math.max(move(price, extremes.lowest), move(price, extremes.highest));
  }

  /**
   * A part of a price that is not positive means nothing. And a publisher whose clock is far ahead would have all
   * others' ticks be too old.
   */
  #counts(time: number, price: number): boolean {
    return price > 0 && time <= this.#now() + SKEW_MS;
  }

  /** Takes in the ticks before `next`. @returns how many they were */
  #readPast(range: MoveRange, next: number): number {
    const backlog = this.#backlog;
    let read = 0;
    for (const position of heldPositions(backlog, this.#name, backlog.first, next)) {
      const { time, price } = backlog.at(position);
      if (this.#counts(time, price)) range.add(time, price, position, backlog.first);
      read++;
    }
    return read;
  }

  get #crosses(): boolean {
    return this.#groups.has('crosses_up') || this.#groups.has('crosses_down');
  }
}

function isCrossing(kind: Kind): boolean {
  return kind === 'crosses_up' || kind === 'crosses_down';
}
