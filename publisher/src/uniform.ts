import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Model } from './model.ts';

/** The article's price: `100 * Math.random()`, here from a seed. Each is independent of the one before. */
export function uniform(seed: number): Model {
  const random = xoroshiro128plus(seed);
  return () => 100 * uniformFloat64(random);
}
