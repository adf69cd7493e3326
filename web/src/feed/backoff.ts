/** The first try comes within this many milliseconds, so at once for a person. */
const BASE_MS = 500;
/** No try is later than this many milliseconds after the one before. */
const CAP_MS = 20_000;

/**
 * How long to wait before a try, in milliseconds: `random × min(cap, base × 2^attempt)`, "full jitter" of Marc Brooker,
 * "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. It spreads the pages that one restart has cut off over
 * the whole delay; a fixed delay with a little jitter would bring them back as one wave.
 *
 * @param attempt tries since a connection last held, 0 for the first
 * @param random from 0 to below 1
 */
export function fullJitter(attempt: number, random: number): number {
  return random * Math.min(CAP_MS, BASE_MS * 2 ** attempt);
}
