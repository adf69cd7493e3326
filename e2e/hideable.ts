import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Hides the page's tab, or shows it. */
    setHidden: (hidden: boolean) => void;
  }
}

/**
 * A tab that can be hidden: before the page's own scripts. A browser without a screen hides none by itself, not even
 * behind another one. So the page is told so, and while it is hidden it gets no frames, as in a real one.
 */
export async function hideable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let hidden = false;
    let last = 0;
    const waiting = new Map<number, FrameRequestCallback>();
    const nextFrame = window.requestAnimationFrame.bind(window);
    const ask = (id: number): void => {
      nextFrame((time) => {
        const callback = waiting.get(id);
        if (hidden || !callback) return;
        waiting.delete(id);
        callback(time);
      });
    };
    window.requestAnimationFrame = (callback) => {
      waiting.set(++last, callback);
      ask(last);
      return last;
    };
    window.cancelAnimationFrame = (id) => void waiting.delete(id);
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.setHidden = (next) => {
      hidden = next;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      if (!hidden) for (const id of waiting.keys()) ask(id);
    };
  });
}

/** Hides the tab of a page that is {@link hideable}. */
export async function hide(page: Page): Promise<void> {
  await page.evaluate(() => window.setHidden(true));
}

/** Shows it again, and gives the id of the price that is there in the first frame after that. */
export function show(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    window.setHidden(false);
    await new Promise(requestAnimationFrame);
    return document.querySelector<HTMLElement>('[data-testid=price]')?.dataset['id'];
  });
}
