import { type RefObject, useEffect } from 'react';
import type { Pane } from '../../chart/pane.ts';
import { walk } from '../../chart/walk.ts';
import type { Timeline } from '../../history/timeline.ts';
import { formatBarTime } from '../format.ts';
import { chartText } from '../text/chart.ts';

/** How much wider a key makes the bars. */
const ZOOM = 1.25;

/**
 * The chart by keyboard: its bars are gone through in turn and said aloud; wider and narrower, it says what is seen. The
 * keys of the alerts come first: they listen at the figure itself.
 */
export function useWalk(props: {
  element: RefObject<HTMLElement | null>;
  pane: Pane | null;
  timeline: Timeline;
  onSay: (words: string) => void;
}): void {
  const { element, pane, timeline, onSay } = props;
  useEffect(() => {
    const figure = element.current?.closest('figure');
    const outer = figure?.parentElement;
    if (!pane || !figure || !outer) return;
    let at: number | null = null;
    let frame = 0;
    const leave = (): void => {
      cancelAnimationFrame(frame);
      onSay('');
      if (at === null) return;
      at = null;
      pane.point(null);
    };
    const zoom = (factor: number): void => {
      pane.zoom(factor);
      cancelAnimationFrame(frame);
      // The chart zooms in the next frame.
      frame = requestAnimationFrame(() => {
        const { inSight } = pane;
        const [first, last] = [inSight.at(0), inSight.at(-1)];
        if (first && last)
          onSay(chartText.inSight(inSight.length, formatBarTime(first.time), formatBarTime(last.time)));
      });
    };
    const step = (key: string): boolean => {
      const bars = timeline.look();
      const bar = walk(bars, at, key);
      if (!bar) return false;
      at = bar.time;
      pane.point(bar);
      const said = chartText.spoken(bar, formatBarTime(bar.time));
      const first = bar === bars[0] && timeline.state().status === 'begun';
      onSay(first ? `${said}. ${chartText.first}` : said);
      return true;
    };
    const pressed = (event: KeyboardEvent): void => {
      const { key } = event;
      // Buttons in the figure have keys of their own; and with Alt or Control these are the browser's.
      if (event.target !== figure || event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (key === '+' || key === '=') zoom(ZOOM);
      else if (key === '-') zoom(1 / ZOOM);
      else if (key === 'Escape' && at !== null) leave();
      else if (!step(key)) return;
      event.preventDefault();
    };
    outer.addEventListener('keydown', pressed);
    figure.addEventListener('blur', leave);
    // From where one is then, not from a bar that is out of sight.
    pane.onFollowed(leave);
    return () => {
      outer.removeEventListener('keydown', pressed);
      figure.removeEventListener('blur', leave);
      pane.onFollowed(() => {});
      leave();
    };
  }, [element, pane, timeline, onSay]);
}
