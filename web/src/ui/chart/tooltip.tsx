import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { Pointed } from '../../chart/pane.ts';
import { tooltipPlace } from '../../chart/tooltip-place.ts';
import { formatBarTime, formatCount, formatPrice } from '../format.ts';
import { chartText } from '../text/chart.ts';

/** The bar that is pointed at, in numbers. Not for screen readers: what the keyboard points at is said aloud. */
export function Tooltip({ pointed, touch }: { pointed: Pointed; touch: boolean }): ReactElement {
  const { bar } = pointed;
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = box;
    const figure = current?.closest('figure');
    if (!current || !figure) return;
    const { offsetWidth: width, offsetHeight: height } = current;
    const room = { width: figure.clientWidth, height: figure.clientHeight };
    const { x, y } = tooltipPlace(pointed, { width, height }, room, touch);
    current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }, [pointed, touch]);

  const { open, high, low, close, count } = chartText.bar;
  return (
    <div
      ref={box}
      className="chart-tooltip"
      data-testid="chart-tooltip"
      data-time={bar.time}
      aria-hidden="true"
    >
      <p>{formatBarTime(bar.time)}</p>
      <dl>
        <Item name={open} value={formatPrice(bar.open)} />
        <Item name={high} value={formatPrice(bar.high)} />
        <Item name={low} value={formatPrice(bar.low)} />
        <Item name={close} value={formatPrice(bar.close)} />
        <Item name={count} value={formatCount(bar.count)} />
      </dl>
      {bar.gap && <p className="tooltip-gap">{chartText.missingShort(bar)}</p>}
    </div>
  );
}

function Item({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
