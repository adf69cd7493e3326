import { type Bar, findBar } from '../store/bar.ts';

/** Bars that a page is. */
const PAGE = 10;

/** Keys of the walk, and how many bars each goes on. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -PAGE,
  PageDown: PAGE,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Where a key leads to from the bar of a time: the first key to the newest bar, or to the oldest by Home. By time, since
 * bars come and go meanwhile.
 *
 * @param from in seconds since 1970; null: nowhere yet
 * @returns undefined where the key is no step, or there are no bars
 */
export function walk(bars: readonly Bar[], from: number | null, key: string): Bar | undefined {
  const steps = STEPS[key];
  if (steps === undefined) return undefined;
  if (from === null) return key === 'Home' ? bars[0] : bars.at(-1);
  return bars[Math.min(Math.max(findBar(bars, from) + steps, 0), bars.length - 1)];
}
