import { type RefObject, useEffect, useRef, useState } from 'react';
import type { WatchRow } from '../../store/watch-row.ts';
import { inOrder, type Sort, sortedNames } from './sort.ts';

/**
 * Milliseconds between two orders. Prices change many times a second: rows that jumped as often could neither be read
 * nor hit.
 */
const CALM_MS = 2000;

/**
 * Rows in the order of a sort. It is looked after every two seconds at most, and not at all while somebody is in the
 * list by pointer or keyboard: the row under a finger must not become another one. A new sort counts at once, as it was
 * asked for.
 */
export function useOrder(
  rows: readonly WatchRow[],
  sort: Sort,
  list: RefObject<HTMLElement | null>,
): readonly WatchRow[] {
  const [kept, setKept] = useState<{ sort: Sort; names: readonly string[] }>({ sort, names: [] });
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    const order = (): void =>
      setKept((before) => {
        const names = sortedNames(latest.current, sort, before.names);
        return before.sort === sort && before.names === names ? before : { sort, names };
      });
    order();
    const timer = setInterval(() => {
      if (!isVisited(list.current)) order();
    }, CALM_MS);
    return () => clearInterval(timer);
  }, [sort, list]);
  // The first render of a new sort, too.
  return inOrder(rows, kept.sort === sort ? kept.names : sortedNames(rows, sort, kept.names));
}

/** A focus that a click has left behind does not count: it would stop the order for as long as nothing else is clicked. */
function isVisited(list: HTMLElement | null): boolean {
  return list?.matches(':hover, :focus-visible') ?? false;
}
