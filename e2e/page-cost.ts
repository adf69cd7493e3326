import type { CDPSession, Page } from '@playwright/test';

/** What a page costs its browser, by DevTools' own counters. */
export class PageCost {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<PageCost> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    return new PageCost(session);
  }

  /** Bytes of the heap that are in use, after a collection of all that is not. */
  async heap(): Promise<number> {
    // Twice: what the first one's finalizers let go is free only then.
    await this.#session.send('HeapProfiler.collectGarbage');
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    return usedSize;
  }

  /** Seconds of processor time that the page's thread has had, at the `time` of a clock in seconds. */
  async work(): Promise<{ readonly busy: number; readonly time: number }> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
    // Not TaskDuration: where others have the processor, it counts their time.
    return { busy: value('ThreadTime'), time: value('Timestamp') };
  }
}
