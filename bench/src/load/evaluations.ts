// As it is built: the server has no face for anybody, and needs none.
import type { ArmedRule } from '../../../server/dist/alerts/armed-rule.js';
import { Evaluator } from '../../../server/dist/alerts/evaluator.js';
import { Backlog } from '../../../server/dist/hub/backlog.js';
import { mixedRules } from '../alerts/rule-mix.ts';
import { PRICES, Walk } from '../alerts/walk.ts';
import { answerCalls } from '../stage/calls.ts';

// The evaluating process: the server's backlog and its evaluator of alert rules, without the server.

/** As many as a server holds by default: a full ring, so that every tick pushes one out. */
const CAPACITY = 100_000;
/** Ticks that come at once, as a busy tail's do. */
const BATCH = 10;
/** Ticks that are made before the time is taken. */
const MADE = 20_000;
/** Milliseconds between ticks, by their times: a thousand a second. */
const INTERVAL_MS = 1;

export interface EvaluationOrder {
  readonly rules: number;
  /** Over how many tickers rules and ticks are spread. */
  readonly tickers: number;
  /** Of so many ticks one fires; 0: none does. What has fired is armed again at once. */
  readonly firesEvery: number;
  readonly seconds: number;
}

export interface Evaluated {
  readonly ticks: number;
  /** Of CPU: it does nothing but compute, and others on the machine must not count. */
  readonly seconds: number;
  readonly fired: number;
}

class Bench {
  readonly #walk: Walk;
  readonly #backlog = new Backlog(CAPACITY);
  readonly #evaluator: Evaluator;
  readonly #rules = new Map<string, ArmedRule>();
  readonly #firesEvery: number;
  #made = 0;

  constructor({ rules, tickers: count, firesEvery }: EvaluationOrder) {
    const tickers = Array.from({ length: count }, (_, index) => `T${index}`);
    this.#walk = new Walk({ tickers, intervalMs: INTERVAL_MS });
    this.#firesEvery = firesEvery;
    this.#evaluator = new Evaluator(this.#backlog, () => this.#walk.now);
    for (let at = 0; at < CAPACITY; at++) this.#backlog.append([this.#walk.next()]);
    this.#evaluator.evaluate();
    for (const [index, rule] of mixedRules(rules, tickers, PRICES).entries()) {
      const id = `rule ${index}`;
      this.#rules.set(id, { id, generation: 0, ...rule });
    }
    this.#join([...this.#rules.values()]);
    if (this.#evaluator.size !== rules) throw new Error(`${this.#evaluator.size} of ${rules} rules joined`);
  }

  run(seconds: number): Evaluated {
    const found = { ticks: 0, seconds: 0, fired: 0 };
    while (found.seconds < seconds) {
      const batches = Array.from({ length: MADE / BATCH }, () => this.#batch());
      const before = process.cpuUsage();
      for (const batch of batches) {
        this.#backlog.append(batch);
        const matches = this.#evaluator.evaluate();
        if (matches.length === 0) continue;
        found.fired += matches.length;
        this.#rearm(matches);
      }
      const { user, system } = process.cpuUsage(before);
      found.seconds += (user + system) / 1_000_000;
      found.ticks += MADE;
    }
    return found;
  }

  #batch() {
    return Array.from({ length: BATCH }, () =>
      this.#walk.next(this.#firesEvery > 0 && this.#made++ % this.#firesEvery === 0),
    );
  }

  /** They get a new generation, as fired rules do. */
  #rearm(matches: readonly { readonly id: string; readonly generation: number }[]): void {
    const rules: ArmedRule[] = [];
    for (const { id, generation } of matches)
      rules.push({ ...this.#rules.get(id)!, generation: generation + 1 });
    this.#join(rules);
  }

  #join(rules: readonly ArmedRule[]): void {
    const joining = rules.map((rule) => ({ rule, from: this.#backlog.next }));
    for (const matches of this.#evaluator.join(joining)) {
      if (matches.length > 0) throw new Error('a rule fired by what came before it');
    }
  }
}

const calls = {
  /** Ticks through the backlog and the evaluator, as fast as it goes. */
  async evaluate(order: EvaluationOrder): Promise<Evaluated> {
    return new Bench(order).run(order.seconds);
  },
};

export type EvaluationCalls = typeof calls;

answerCalls(calls);
