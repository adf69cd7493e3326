import type { Statistics } from '../measure/histogram.ts';

/**
 * The simulator's statistics of samples, by its own definitions, errors included (`scenarios_template.ejs`, with
 * fast-stats 0.0.2): whatever the samples are, they are divided by 1 000 and called milliseconds. For publishing, which is
 * timed in microseconds, that is right; what listeners note is milliseconds already.
 *
 * @throws Error when there are no samples
 */
export function faithfulStatistics(samples: readonly number[]): Statistics {
  const sorted = samples.toSorted((a, b) => a - b);
  const count = sorted.length;
  if (count === 0) throw new Error('the simulator kept no sample: the run was too short for its cache');
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + value * value, 0);
  const middle = (count - 1) * 0.75;
  return {
    mean: rounded(mean),
    // Of the population, by the sum of squares.
    deviation: rounded(Math.sqrt(Math.max(0, squares / count - mean * mean))),
    p75: rounded((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2),
    p95: rounded(sorted[Math.floor(count * 0.95)]!),
    p99: rounded(sorted[Math.floor(count * 0.99)]!),
    min: sorted[0]! / 1000,
    max: sorted.at(-1)! / 1000,
  };
}

function rounded(value: number): number {
  return Math.round(value) / 1000;
}
