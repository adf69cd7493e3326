import type { Page } from '@playwright/test';
import { Trace, type TraceEvent } from './trace.ts';

/** How smoothly a page was drawn for a while. Times in milliseconds. */
export interface FrameTimes {
  /** Between a frame that the page's thread was given and the next. 16.7 is every frame of the screen. */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Frames a second that reached the screen. */
  readonly drawn: number;
}

/** The browser's own trace of the frames of a page. One at a time in a browser. */
export class FrameTrace {
  readonly #trace: Trace;
  readonly #page: Page;

  private constructor(trace: Trace, page: Page) {
    this.#trace = trace;
    this.#page = page;
  }

  /** Begins one. From now on the page asks for every frame of the screen, so that a pause between ticks is no slow frame. */
  static async begin(page: Page): Promise<FrameTrace> {
    await page.evaluate(() => {
      const next = (): void => void requestAnimationFrame(next);
      next();
    });
    return new FrameTrace(await Trace.begin(page, 'disabled-by-default-devtools.timeline.frame'), page);
  }

  /** Ends it. @throws Error where the browser traced no frames */
  async end(): Promise<FrameTimes> {
    const events = await this.#trace.end();
    if (this.#page.isClosed()) throw new Error('the page was closed while its frames were traced');
    return frameTimes(events);
  }
}

/** Frame times as a person reads them. */
export function inWords({ p50, p95, max, drawn }: FrameTimes): string {
  const ms = (time: number): string => `${time.toFixed(1)} ms`;
  return `frames: p50 ${ms(p50)}, p95 ${ms(p95)}, longest ${ms(max)}, ${drawn.toFixed(1)} a second drawn`;
}

function frameTimes(events: readonly TraceEvent[]): FrameTimes {
  const begun = events.filter(({ name }) => name === 'BeginMainThreadFrame');
  // The browser's own surface is drawn, too; the page's process is the one with the most frames.
  const counts = new Map<number, number>();
  for (const { pid } of begun) counts.set(pid, (counts.get(pid) ?? 0) + 1);
  const [page] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const times = begun
    .filter(({ pid }) => pid === page)
    .map(({ ts }) => ts / 1000)
    .toSorted((a, b) => a - b);
  const pauses = times.slice(1).map((time, index) => time - times[index]!);
  const sorted = pauses.toSorted((a, b) => a - b);
  if (sorted.length === 0) throw new Error('the browser traced no frames');
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  const drawn = events.filter(({ name, pid }) => name === 'DrawFrame' && pid === page).length;
  const seconds = (times.at(-1)! - times[0]!) / 1000;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1)!, drawn: drawn / seconds };
}
