import { spread } from '../measure/ratio.ts';
import { fit, type Fitted } from './fit.ts';
import type { Coefficients } from './model.ts';
import { FITTED, isFitted } from './plan.ts';
import type { Point } from './point.ts';

/** Everything that was measured once. */
export interface Round extends Pick<Fitted, 'emptyCores' | 'topicTicks'> {
  readonly points: readonly Point[];
}

/** The coefficients of a round. @throws Error when one of the points that they are made of is not there */
export function coefficientsOf({ points, emptyCores, topicTicks }: Round): Coefficients {
  const at = (clients: number, rate: number): Point => {
    const point = points.find((point) => point.clients === clients && point.rate === rate);
    if (!point) throw new Error(`${clients} clients at ${rate} ticks/s were not measured`);
    return point;
  };
  const { few, many, low, high, top } = FITTED;
  return fit({
    few: { low: at(few, low), top: at(few, top) },
    many: { low: at(many, low), high: at(many, high) },
    emptyCores,
    topicTicks,
  });
}

/** Of each coefficient the middle one, to three digits: what is reckoned with is what is shown. */
export function middle(all: readonly Coefficients[]): Coefficients {
  const names = Object.keys(all[0]!) as (keyof Coefficients)[];
  return Object.fromEntries(
    names.map((name) => [name, Number(spread(all.map((each) => each[name])).median.toPrecision(3))]),
  ) as unknown as Coefficients;
}

/** The points that nothing was fitted to. */
export function checkedPoints({ points }: Round): Point[] {
  return points.filter((point) => !isFitted(point));
}
