import { type RefObject, useEffect } from 'react';
import { readColours } from '../../chart/colour.ts';
import type { Pane } from '../../chart/pane.ts';

/**
 * Gives the chart the page's colours, and others whenever the page gets others: a canvas has no style of its own.
 *
 * @param theme the one that is seen; the page has its colours before it is rendered with it
 */
export function useTheme(element: RefObject<HTMLElement | null>, pane: Pane | null, theme: string): void {
  useEffect(() => {
    if (theme && element.current) pane?.setColours(readColours(element.current));
  }, [element, pane, theme]);
}
