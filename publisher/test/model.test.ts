import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromModel, models } from '../src/model.ts';
import { first } from '../src/source.ts';
import { collect } from './collect.ts';

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const series = (name: keyof typeof models, seed: number, count: number): number[] => {
  const model = models[name](seed);
  return Array.from({ length: count }, () => model('PIP'));
};

describe.for(['walk', 'uniform'] as const)('the model %s', (name) => {
  test('stays within 0 and 100', () => {
    fc.assert(
      fc.property(seeds, (seed) => series(name, seed, 5_000).every((price) => price >= 0 && price <= 100)),
      { numRuns: 50 },
    );
  });

  test('gives the same prices from the same seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(series(name, seed, 50)).toEqual(series(name, seed, 50));
      }),
    );
  });

  test('gives other prices from another seed', () => {
    expect(series(name, 1, 50)).not.toEqual(series(name, 2, 50));
  });
});

describe('a walk', () => {
  test('moves by at most 0.5 a tick, in whole cents', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const prices = series('walk', seed, 500);
        for (const [i, price] of prices.entries()) {
          expect(price).toBe(Number(price.toFixed(2)));
          // A cent more: both ends are rounded.
          expect(Math.abs(price - (prices[i - 1] ?? price))).toBeLessThanOrEqual(0.511);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('has a price of its own for each ticker', () => {
    const model = models.walk(7);
    const [pip, acme] = [model('PIP'), model('ACME')];
    expect(Math.abs(pip - acme)).toBeGreaterThan(1);
    expect(Math.abs(model('PIP') - pip)).toBeLessThan(0.52);
  });
});

test('tickers take turns', async () => {
  const ticks = await collect(first(5, fromModel(models.walk(1), ['PIP', 'ACME'])));
  expect(ticks.map(({ ticker }) => ticker)).toEqual(['PIP', 'ACME', 'PIP', 'ACME', 'PIP']);
});

test('first takes that many, over chunks and across their edges', async () => {
  expect(await collect(first(1, fromModel(models.uniform(1), ['PIP'])))).toHaveLength(1);
  expect(await collect(first(2_500, fromModel(models.uniform(1), ['PIP'])))).toHaveLength(2_500);
});
