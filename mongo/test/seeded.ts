/**
 * Random numbers from 0 to 1 that are the same for the same seed: a linear congruential generator with the constants
 * of Numerical Recipes (Press et al., section 7.1, "an even quicker generator"). Good enough to mix up a test.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
