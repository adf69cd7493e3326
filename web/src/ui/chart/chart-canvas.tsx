import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { readColours } from '../../chart/colour.ts';
import { Pane, type Pointed } from '../../chart/pane.ts';
import type { ChartKind } from '../../chart/point.ts';
import type { Seen } from '../../chart/sight.ts';
import type { Timeline } from '../../history/timeline.ts';
import { INTERVALS } from '../../store/interval.ts';
import type { Store } from '../../store/store.ts';
import { formatBarDate, formatCount, formatPrice } from '../format.ts';
import { chartText } from '../text/chart.ts';
import { PastNote } from './past-note.tsx';
import { Tooltip } from './tooltip.tsx';
import { useTheme } from './use-theme.ts';
import { useWalk } from './use-walk.ts';

const WORDS = {
  price: formatPrice,
  count: formatCount,
  date: formatBarDate,
  counts: chartText.counts,
  gap: chartText.gap,
};

/** The chart itself. It draws straight from the store, whenever that has changed, past React. */
export function ChartCanvas(props: {
  store: Store;
  timeline: Timeline;
  kind: ChartKind;
  /** Another one means other colours. */
  theme: string;
  /** The chart is there, or is gone. */
  onPane: (pane: Pane | null) => void;
  /** Says something aloud. */
  onSay: (words: string) => void;
  /** What stands over it, once it is there. */
  children: (pane: Pane) => ReactNode;
}): ReactElement {
  const { store, timeline, kind, theme, onPane, onSay, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<Pane | null>(null);
  const [seen, setSeen] = useState<Seen>({ end: true, nearStart: false, start: false, count: 0 });
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [touch, setTouch] = useState(false);

  const see = useEffectEvent((next: Seen) => {
    setSeen((before) => (same(before, next) ? before : next));
    timeline.setFollowing(next.end, next.count);
    if (next.nearStart) timeline.older();
  });

  const draw = useEffectEvent((pane: Pane, as = kind) => {
    const { ticker, interval } = timeline;
    // Another one is chosen already, and a timeline of its own on its way.
    if (store.view().ticker !== ticker) return;
    const drawing = { key: `${ticker} ${interval}`, seconds: INTERVALS[interval] };
    pane.draw({ ...drawing, bars: timeline.look(), last: store.series(interval)?.last }, as);
  });

  useEffect(() => {
    const { current } = element;
    if (!current) return;
    let made: Pane | undefined;
    // In a task of its own: with what mounts beside it, a phone would answer nothing for a quarter of a second.
    const soon = setTimeout(() => {
      const pane = new Pane(current, 'line', readColours(current), WORDS);
      made = pane;
      pane.onPointed(setPointed);
      pane.onSeen(see);
      // Drawn at once: else it would be painted twice, empty and with its bars. What stands over it can wait.
      draw(pane);
      startTransition(() => setPane(pane));
    });
    return () => {
      clearTimeout(soon);
      setPane(null);
      made?.remove();
    };
  }, []);

  useEffect(() => {
    onPane(pane);
    return () => onPane(null);
  }, [pane, onPane]);

  useEffect(() => {
    if (!pane) return;
    const again = (): void => draw(pane, kind);
    again();
    const ends = [store.subscribe(again), timeline.subscribe(again)];
    return () => {
      for (const end of ends) end();
    };
  }, [pane, store, timeline, kind]);

  useTheme(element, pane, theme);
  useWalk({ element, pane, timeline, onSay });
  useDrag(element, pane);
  const pointing = (event: PointerEvent): void => setTouch(event.pointerType === 'touch');

  const goLive = (): void => {
    // The button goes as soon as the newest bar is there.
    element.current?.closest('figure')?.focus();
    pane?.follow();
  };

  return (
    <>
      <div ref={element} className="chart-canvas" onPointerDown={pointing} onPointerMove={pointing} />
      {pane && children(pane)}
      {pointed && <Tooltip pointed={pointed} touch={touch} />}
      <PastNote timeline={timeline} atStart={seen.start} onSay={onSay} />
      {!seen.end && (
        <button type="button" className="follow" onClick={goLive}>
          {chartText.live}
        </button>
      )}
    </>
  );
}

/** A menu may open amid a drag. */
const DRAG_ENDS = ['pointerup', 'pointercancel', 'contextmenu', 'blur'] as const;

/** Tells the chart while it is dragged. The end of a drag may be anywhere. */
function useDrag(element: { readonly current: HTMLElement | null }, pane: Pane | null): void {
  useEffect(() => {
    const { current } = element;
    if (!pane || !current) return;
    // Other buttons open menus, which keep what comes then to themselves.
    const begins = ({ button }: globalThis.PointerEvent): void => {
      if (button === 0) pane.setDragged(true);
    };
    const ends = (): void => pane.setDragged(false);
    current.addEventListener('pointerdown', begins);
    for (const type of DRAG_ENDS) window.addEventListener(type, ends);
    return () => {
      current.removeEventListener('pointerdown', begins);
      for (const type of DRAG_ENDS) window.removeEventListener(type, ends);
    };
  }, [element, pane]);
}

function same(a: Seen, b: Seen): boolean {
  return a.end === b.end && a.nearStart === b.nearStart && a.start === b.start;
}
