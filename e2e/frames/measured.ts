import type { Browser } from '@playwright/test';
import { setTimeout as passed } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type FrameTimes, FrameTrace } from '../frame-trace.ts';
import { PageCost } from '../page-cost.ts';

declare global {
  interface Window {
    /** Ticks that the feed handed on. */
    got: number;
  }
}

/** What a page on a steady stream of ticks was seen to do. */
export interface Measured {
  readonly frames: FrameTimes;
  /** Ticks a second that the feed handed on. */
  readonly ticks: number;
  /** Share of the time in which the page's thread worked. */
  readonly busy: number;
  /** Heap in bytes after a forced collection, by seconds since the beginning. */
  readonly heap: readonly { readonly at: number; readonly bytes: number }[];
}

/** Frames are traced for so long at most: a trace is held in memory. */
const TRACE_S = 60;

/** How often the heap is looked at, each time with a forced collection. */
const HEAP_EVERY_S = 30;

/** A page that changes one number in each frame, and does nothing else. */
const PLAIN = `<p data-testid="state" data-state="live">0</p><script>
  const number = document.querySelector('p');
  requestAnimationFrame(function next(time) {
    number.textContent = time;
    requestAnimationFrame(next);
  });
</script>`;

/**
 * Watches the page at `url`, or instead of it one of a single number (null), on which ticks come, for `seconds`. It is
 * looked at only once it is warm. `begin` is called as soon as it has the ticks of the past.
 */
export async function measure(
  browser: Browser,
  url: string | null,
  seconds: number,
  begin?: () => unknown,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    // Counted only: whoever kept ids would be the growth of the heap.
    await page.addInitScript(() => {
      window.got = 0;
      window.addEventListener('ticker:tick', (event) => {
        window.got += (event as CustomEvent<{ ticks: unknown[] }>).detail.ticks.length;
      });
    });
    await (url === null ? page.setContent(PLAIN) : page.goto(url));
    if (begin) {
      await page.waitForFunction(() => window.got > 0);
      begin();
    }
    await expect(page.getByTestId('state')).toHaveAttribute('data-state', 'live');
    await passed(5_000);

    const cost = await PageCost.of(page);
    const heap = [{ at: 0, bytes: await cost.heap() }];
    const start = performance.now();
    const at = (): number => (performance.now() - start) / 1000;
    const before = { ...(await cost.work()), got: await page.evaluate(() => window.got) };
    const trace = await FrameTrace.begin(page);
    await passed(Math.min(seconds, TRACE_S) * 1000);
    const frames = await trace.end();
    const after = { ...(await cost.work()), got: await page.evaluate(() => window.got) };
    while (at() < seconds) {
      await passed(Math.min(HEAP_EVERY_S, seconds - at()) * 1000);
      heap.push({ at: at(), bytes: await cost.heap() });
    }
    if (heap.length === 1) heap.push({ at: at(), bytes: await cost.heap() });
    const time = after.time - before.time;
    return {
      frames,
      ticks: (after.got - before.got) / time,
      busy: (after.busy - before.busy) / time,
      heap,
    };
  } finally {
    await context.close();
  }
}

/** Bytes a minute by which the heap grows: the least squares of what was seen after the first minute. */
export function slope({ heap }: Measured): number {
  const points = heap.filter(({ at }) => at > 60).map(({ at, bytes }) => ({ x: at / 60, y: bytes }));
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const above = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return above / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}
