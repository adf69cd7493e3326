import type { QueueStats } from '@ticker/mongo';
import type { QueueReport } from '@ticker/protocol';

/** A report is made at most once in this time, however many ask: it counts the queue. */
const FRESH_MS = 1_000;

/** What the work queue holds, for whoever asks. */
export class QueueReports {
  readonly #stats: () => Promise<QueueStats>;
  #asked: { readonly at: number; readonly report: Promise<QueueReport> } | undefined;

  constructor(stats: () => Promise<QueueStats>) {
    this.#stats = stats;
  }

  /** At most a second old. @throws MongoError */
  async newest(): Promise<QueueReport> {
    const now = performance.now();
    if (!this.#asked || now - this.#asked.at > FRESH_MS) {
      const asked = { at: now, report: this.#ask() };
      this.#asked = asked;
      // One that failed is no answer for the next.
      asked.report.catch(() => {
        if (this.#asked === asked) this.#asked = undefined;
      });
    }
    return this.#asked.report;
  }

  async #ask(): Promise<QueueReport> {
    const { oldestMs, ...counts } = await this.#stats();
    return { ...counts, oldestMs: oldestMs === undefined ? null : Math.round(oldestMs) };
  }
}
