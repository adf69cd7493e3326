import type { Point } from './plot.ts';

/** How numbers stand at an axis: thousands apart as in the tables, no zeros behind the point. */
export const number = { labelExpr: "replace(format(datum.value, ',~r'), /,/g, '\u2009')" };

/** The powers of ten that the values lie between: the marks of a logarithmic axis, whose others only fill it. */
export function powers(points: readonly Pick<Point, 'value'>[]): number[] {
  const values = points.map(({ value }) => value).filter((value) => value > 0);
  if (values.length === 0) return [];
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}
