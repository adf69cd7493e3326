/** A number that was measured in several slices of one run: the middle one, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** How many slices, or pairs of them. */
  readonly count: number;
}

/** @throws Error when there is nothing to summarise */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new Error('no slice was measured');
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, min, max, count: sorted.length };
}

/**
 * Ratios of A to B, pair by pair: slices of one round are neighbours in time, so what disturbs the machine is in both.
 *
 * @throws Error when there are not as many of one as of the other
 */
export function ratios(a: readonly number[], b: readonly number[]): Spread {
  if (a.length !== b.length) throw new Error(`${a.length} slices of one and ${b.length} of the other`);
  return spread(a.map((value, index) => value / b[index]!));
}
