import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { readColours } from '../chart/colour.ts';
import { Pane } from '../chart/pane.ts';
import type { ChartKind } from '../chart/point.ts';
import type { Interval } from '../store/interval.ts';
import type { Store } from '../store/store.ts';
import { formatPrice } from './format.ts';
import { text } from './text.ts';

/** The chart itself. It draws straight from the store, once a frame, past React. */
export function ChartCanvas(props: {
  store: Store;
  interval: Interval;
  kind: ChartKind;
  /** What stands over it, once it is there. */
  children: (pane: Pane) => ReactNode;
}): ReactElement {
  const { store, interval, kind, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<Pane | null>(null);
  const [following, setFollowing] = useState(true);

  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const colours = readColours(current);
    const made = new Pane(current, 'line', colours, { price: formatPrice, gap: text.chartGap });
    made.onFollowing(setFollowing);
    setPane(made);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = (): void => made.setColours(readColours(current));
    dark.addEventListener('change', repaint);
    return () => {
      dark.removeEventListener('change', repaint);
      setPane(null);
      made.remove();
    };
  }, []);

  useEffect(() => {
    const draw = (): void => pane?.draw(store.series(interval), kind);
    draw();
    return store.subscribe(draw);
  }, [pane, store, interval, kind]);

  return (
    <>
      <div ref={element} className="chart-canvas" />
      {pane && children(pane)}
      {!following && (
        <button type="button" className="follow" onClick={() => pane?.follow(mayMove())}>
          {text.follow}
        </button>
      )}
    </>
  );
}

function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
