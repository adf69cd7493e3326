import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Model } from './model.ts';

const LOWEST = 0;
const HIGHEST = 100;
/** The most that a price moves in a tick. */
const STEP = 0.5;

/**
 * A random walk within 0 and 100: each ticker begins in the middle half and moves by up to 0.5 a tick, evenly spread;
 * a step past a bound is reflected there. Prices are in whole cents.
 */
export function walk(seed: number): Model {
  const random = xoroshiro128plus(seed);
  const last = new Map<string, number>();
  return (ticker) => {
    const u = uniformFloat64(random);
    const price = last.get(ticker);
    const next = price === undefined ? 25 + 50 * u : reflect(price + STEP * (2 * u - 1));
    // The walk goes on from the exact price: rounded, steps below half a cent would be lost.
    last.set(ticker, next);
    return Math.round(100 * next) / 100;
  };
}

function reflect(price: number): number {
  if (price < LOWEST) return 2 * LOWEST - price;
  if (price > HIGHEST) return 2 * HIGHEST - price;
  return price;
}
