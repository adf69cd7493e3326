/** A line through values that were measured one after the other. */
export interface Trend {
  /** By how much it rises an hour. */
  readonly perHour: number;
  /** Half of the interval that holds the true slope with 95 % where what lies beside the line is noise. */
  readonly margin: number;
  /** The share of the variance that the line explains; 0 where there is none. */
  readonly r2: number;
  readonly mean: number;
  /** How many values. */
  readonly count: number;
}

export interface Point {
  readonly minutes: number;
  readonly value: number;
}

/** Student's t, 97.5 %, by degrees of freedom from 1 on; beyond the table 2 is near enough. */
const STUDENT = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12,
];

/** Least squares. Undefined for fewer than three points: any two lie on a line. */
export function trend(points: readonly Point[]): Trend | undefined {
  const count = points.length;
  if (count < 3) return undefined;
  const x = average(points.map(({ minutes }) => minutes));
  const mean = average(points.map(({ value }) => value));
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const spread = sum(({ minutes }) => (minutes - x) ** 2);
  const slope = sum(({ minutes, value }) => (minutes - x) * (value - mean)) / spread;
  const all = sum(({ value }) => (value - mean) ** 2);
  const beside = sum(({ minutes, value }) => (value - mean - slope * (minutes - x)) ** 2);
  const error = Math.sqrt(beside / (count - 2) / spread);
  const margin = error * (STUDENT[count - 3] ?? 2);
  return { perHour: slope * 60, margin: margin * 60, r2: all === 0 ? 0 : 1 - beside / all, mean, count };
}

/** What a trend says: only a slope that is further from level than its margin is one. */
export function direction({ perHour, margin }: Trend): 'rises' | 'falls' | 'no trend' {
  if (Math.abs(perHour) <= margin) return 'no trend';
  return perHour > 0 ? 'rises' : 'falls';
}

/**
 * How many minutes to leave out at the begin: until the ring has been written anew once, since memory holds other ticks
 * until then; but no more than a third of what there is.
 */
export function warmUp(minutes: number, ring: number, rate: number): number {
  return Math.min(Math.ceil(ring / rate / 60), Math.floor(minutes / 3));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
