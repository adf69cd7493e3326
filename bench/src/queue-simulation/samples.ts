/** The statistics that the article's tables show, in milliseconds. */
export interface Statistics {
  readonly samples: number;
  readonly mean: number;
  /** Population standard deviation. */
  readonly deviation: number;
  readonly p75: number;
  readonly p95: number;
  readonly p99: number;
  readonly min: number;
  readonly max: number;
}

/** The simulator hands samples on when it has so many; the one that makes it do so is lost. */
const KEPT = 500;

/**
 * What of a process' samples the simulator's report gets to see: of 501 the last is dropped, and what is left over at the
 * end is never sent (opCache of mongodb-schema-simulator).
 */
export function seenBySimulator(samples: readonly number[]): number[] {
  const sent = Math.floor(samples.length / (KEPT + 1)) * (KEPT + 1);
  return samples.slice(0, sent).filter((_, index) => index % (KEPT + 1) < KEPT);
}

/**
 * As fast-stats 0.0.2, which the simulator uses, computes them: the 75th percentile is the mean of the two samples around
 * (n − 1) · 0.75, the 95th and 99th are the sample at ⌊n · p⌋.
 *
 * @param micros samples in microseconds
 * @throws Error when there is none
 */
export function statistics(micros: readonly number[]): Statistics {
  const sorted = micros.toSorted((a, b) => a - b).map((each) => each / 1_000);
  const count = sorted.length;
  if (count === 0) throw new Error('the simulation has no samples');
  const mean = sorted.reduce((sum, each) => sum + each, 0) / count;
  const squares = sorted.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const quartile = (count - 1) * 0.75;
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))]!;
  return {
    samples: count,
    mean,
    deviation: Math.sqrt(squares / count),
    p75: (sorted[Math.floor(quartile)]! + sorted[Math.ceil(quartile)]!) / 2,
    p95: at(0.95),
    p99: at(0.99),
    min: sorted[0]!,
    max: sorted.at(-1)!,
  };
}
