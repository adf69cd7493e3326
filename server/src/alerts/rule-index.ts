import type { Match } from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';
import type { ArmedRule } from './armed-rule.ts';
import { TickerRules } from './ticker-rules.ts';

/**
 * Rules by ticker, kind and threshold. A tick costs one look into a map where its ticker has no rule, and a few binary
 * searches where it has any number of them.
 */
export class RuleIndex {
  readonly #backlog: Backlog;
  readonly #now: () => number;
  readonly #armed = new Map<string, ArmedRule>();
  /** Those that will be added, maybe: what is kept for them stays. */
  readonly #expected = new Map<string, ArmedRule>();
  readonly #tickers = new Map<string, TickerRules>();
  /** Ticks of the past that were read for rules that were added. */
  read = 0;

  /** @param now milliseconds since 1970 */
  constructor(backlog: Backlog, now: () => number) {
    this.#backlog = backlog;
    this.#now = now;
  }

  get size(): number {
    return this.#armed.size;
  }

  /** Whether no tick has to be looked at. */
  get isEmpty(): boolean {
    return this.#tickers.size === 0;
  }

  /** How many rules were looked at. For tests, as is {@link kept}. */
  get probes(): number {
    return [...this.#tickers.values()].reduce((sum, { probes }) => sum + probes, 0);
  }

  /** Prices and ticks that are kept beside the rules. */
  get kept(): number {
    return [...this.#tickers.values()].reduce((sum, { kept }) => sum + kept, 0);
  }

  get rules(): Iterable<ArmedRule> {
    return this.#armed.values();
  }

  get(id: string): ArmedRule | undefined {
    return this.#armed.get(id);
  }

  /** A rule that will be added: what it will need is not thrown away before, once it is there. */
  expect(rule: ArmedRule): void {
    const last = this.#expected.get(rule.id);
    this.#expected.set(rule.id, rule);
    this.#of(rule.ticker).expect(rule);
    if (last) this.#leave(last, (ticker) => ticker.unexpect(last));
  }

  /**
   * @param position the next tick that it will be asked about: what comes before it in the backlog is looked at for
   *   the price before, and for what was within a length of time
   */
  add(rule: ArmedRule, position: number): void {
    this.disarm(rule.id);
    this.#armed.set(rule.id, rule);
    this.read += this.#of(rule.ticker).add(rule, position);
    this.#forget(rule.id);
  }

  /** The rule fires no more, until it is added again; it is expected to be. */
  disarm(id: string): void {
    const rule = this.#armed.get(id);
    if (!rule) return;
    this.expect(rule);
    this.#armed.delete(id);
    this.#leave(rule, (ticker) => ticker.remove(rule));
  }

  remove(id: string): void {
    this.disarm(id);
    this.#forget(id);
  }

  /** The rules that this tick fires. They are disarmed then. */
  evaluate(tick: Tick, position: number): Match[] {
    const ticker = this.#tickers.get(tick.ticker);
    if (!ticker) return [];
    const fired = ticker.evaluate(tick, position);
    for (const rule of fired) {
      this.#armed.delete(rule.id);
      this.expect(rule);
    }
    if (fired.length > 0) ticker.tidy();
    return fired.map(({ id, generation }) => ({ id, generation, tick }));
  }

  #forget(id: string): void {
    const rule = this.#expected.get(id);
    if (!rule) return;
    this.#expected.delete(id);
    this.#leave(rule, (ticker) => ticker.unexpect(rule));
  }

  #of(name: string): TickerRules {
    let ticker = this.#tickers.get(name);
    if (!ticker) this.#tickers.set(name, (ticker = new TickerRules(name, this.#backlog, this.#now)));
    return ticker;
  }

  #leave({ ticker: name }: ArmedRule, leave: (ticker: TickerRules) => void): void {
    const ticker = this.#tickers.get(name)!;
    leave(ticker);
    if (ticker.isEmpty) this.#tickers.delete(name);
  }
}
