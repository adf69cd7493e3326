import type { Browser, Page } from '@playwright/test';

export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  /** Microseconds. */
  readonly ts: number;
}

/** The browser's own trace of one category of events. One at a time in a browser. */
export class Trace {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Begins one. One category only: with more, the tracing costs more than the page. */
  static async begin(page: Page, category: string): Promise<Trace> {
    const browser = page.context().browser()!;
    await browser.startTracing(page, { categories: ['-*', category] });
    return new Trace(browser);
  }

  /** Ends it. Events of all processes of the browser, in no order. */
  async end(): Promise<TraceEvent[]> {
    const trace = String(await this.#browser.stopTracing());
    return (JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents;
  }
}
