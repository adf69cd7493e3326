import { followRules, type RulesNews, type WatchedRule } from '@ticker/mongo';
import type { AlertsStage } from './alerts-stage.ts';

/** What follows the rules, and what it was told: tests wait for a state of it, never for a time. */
export class RecordedRules {
  /** What is watched, by what it was told. */
  readonly watched = new Map<string, WatchedRule>();
  readonly news: RulesNews[] = [];
  readonly warnings: string[] = [];
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #waiting: (() => void)[] = [];

  constructor(stage: AlertsStage) {
    const log = {
      info: () => {},
      warn: (fields: object, message: string) =>
        void this.warnings.push(`${message} ${JSON.stringify(fields)}`),
    };
    const news = followRules(stage.client, stage.names.rules, { signal: this.#stop.signal, log });
    this.#ended = this.#record(news);
  }

  get reloads(): number {
    return this.news.filter(({ type }) => type === 'all').length;
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when it has ended: by itself never. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #record(news: AsyncIterable<RulesNews>): Promise<void> {
    for await (const it of news) {
      this.news.push(it);
      if (it.type === 'all') this.watched.clear();
      else for (const id of it.removed) this.watched.delete(id);
      for (const rule of it.rules) this.watched.set(rule.id, rule);
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }
}
