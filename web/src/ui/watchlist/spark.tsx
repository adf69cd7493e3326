import { memo, type ReactElement } from 'react';

const WIDTH = 64;
const HEIGHT = 20;

/** A sparkline. Not for ears: what it shows is said in words beside it. */
export const Spark = memo(({ trace }: { trace: readonly number[] }): ReactElement => (
  <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <polyline points={sparkPoints(trace, WIDTH, HEIGHT)} />
  </svg>
));

/** Prices as the points of a polyline that fills a box, a pixel off its edges; a price that never moved is its middle. */
export function sparkPoints(prices: readonly number[], width: number, height: number): string {
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low;
  const step = width / Math.max(1, prices.length - 1);
  const y = (price: number): number =>
    span > 0 ? 1 + (1 - (price - low) / span) * (height - 2) : height / 2;
  // A line needs two points.
  const drawn = prices.length === 1 ? [...prices, ...prices] : prices;
  const at = (index: number): number => (prices.length === 1 ? index * width : index * step);
  return drawn.map((price, index) => `${round(at(index))},${round(y(price))}`).join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
