import type { Dashboard } from './dashboard.ts';

/** How far the page can be scrolled sideways, in pixels. */
export function sideways({ page }: Dashboard): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}
