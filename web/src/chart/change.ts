import type { Bar } from '../store/bar.ts';

/** What there is to draw: nothing, the bars from an index on, or all of them. */
export type Change = 'none' | number | 'all';

/** More changed bars than this are drawn faster all at once. */
const MANY = 50;

/**
 * Compares the bars that are drawn with those that shall be. A bar that has not changed is the same object. Bars before
 * the end, and empty places for a gap, can't be put in one by one.
 */
export function changeOf(drawn: readonly Bar[], next: readonly Bar[]): Change {
  if (next.length < drawn.length) return 'all';
  let from = 0;
  while (from < drawn.length && drawn[from] === next[from]) from++;
  if (from === next.length) return 'none';
  let changed = 0;
  for (let index = from; index < next.length; index++) {
    const [before, after] = [drawn[index], next[index]!];
    // Publishers whose clocks are far apart change bars that are: what is between them stays.
    if (before === after) continue;
    if (++changed > MANY) return 'all';
    if (before ? before.time !== after.time || !sameGap(before, after) : after.gap) return 'all';
  }
  return from;
}

function sameGap(a: Bar, b: Bar): boolean {
  return a.gap === b.gap && a.missed === b.missed;
}
