import type { Condition, Tick } from '@ticker/protocol';
import type { ArmedRule } from '../../src/alerts/armed-rule.ts';

const WINDOWS = { '10s': 10_000, '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000 } as const;

/** What the evaluator has to do, done in the plainest way: every rule is asked about every tick. */
export class NaiveRules {
  readonly log: Tick[] = [];
  readonly #now: number;
  readonly #rules = new Map<string, { rule: ArmedRule; from: number }>();

  constructor(now: number) {
    this.#now = now;
  }

  get size(): number {
    return this.#rules.size;
  }

  /** @returns what the ticks so far fire: "id generation tick" */
  add(rule: ArmedRule, from: number): string[] {
    this.#rules.set(rule.id, { rule, from });
    return this.log.flatMap((_, position) => this.#fire(position));
  }

  remove(id: string): void {
    this.#rules.delete(id);
  }

  append(tick: Tick): string[] {
    this.log.push(tick);
    return this.#fire(this.log.length - 1);
  }

  #fire(position: number): string[] {
    const fired = [...this.#rules.values()].filter(
      ({ rule, from }) => position >= from && this.#meets(rule, position),
    );
    for (const { rule } of fired) this.#rules.delete(rule.id);
    return fired.map(({ rule }) => `${rule.id} ${rule.generation} ${this.log[position]!.id}`);
  }

  #meets({ ticker, condition }: ArmedRule, position: number): boolean {
    const tick = this.log[position]!;
    if (tick.ticker !== ticker) return false;
    const sofar = this.log.slice(0, position + 1).filter((other) => other.ticker === ticker);
    const before = sofar.at(-2)?.price;
    const { price } = tick;
    switch (condition.type) {
      case 'above':
        return price > condition.price;
      case 'below':
        return price < condition.price;
      case 'crosses_up':
        return before !== undefined && before <= condition.price && price > condition.price;
      case 'crosses_down':
        return before !== undefined && before >= condition.price && price < condition.price;
      case 'moves':
        return this.#moves(tick, sofar, condition);
    }
  }

  #moves(tick: Tick, sofar: readonly Tick[], { percent, window }: Condition & { type: 'moves' }): boolean {
    const counting = sofar.filter(({ time, price }) => price > 0 && time <= this.#now + 60_000);
    if (!counting.includes(tick)) return false;
    const since = Math.max(...counting.map(({ time }) => time)) - WINDOWS[window];
    const within = counting.filter(({ time }) => time >= since);
    return (
      within.includes(tick) && within.some(({ price }) => Math.abs(tick.price / price - 1) >= percent / 100)
    );
  }
}
